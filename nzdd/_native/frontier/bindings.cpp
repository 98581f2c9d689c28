#include "bindings.hpp"

namespace nzdd {

void bind_frontier(nb::module_&) {}

}  // namespace nzdd
