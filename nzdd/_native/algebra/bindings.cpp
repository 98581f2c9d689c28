#include "bindings.hpp"

namespace nzdd {

void bind_algebra(nb::module_&) {}

}  // namespace nzdd
