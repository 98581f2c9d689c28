#include "bindings.hpp"

NB_MODULE(_core, module) {
    module.doc() =
        "Compiled kernels of nzdd: functions over flat arrays, which the classes of the package hold.";
    nzdd::bind_diagram(module);
    nzdd::bind_algebra(module);
    nzdd::bind_frontier(module);
    nzdd::bind_interior_point(module);
    nzdd::bind_monomials(module);
    nzdd::bind_multiset(module);
    nzdd::bind_oracle(module);
    nzdd::bind_ordering(module);
    nzdd::bind_sharing(module);
}
