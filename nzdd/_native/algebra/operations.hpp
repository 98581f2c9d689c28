// The family algebra: one header an operation, each named here and in task.hpp.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/maximal.hpp"
#include "algebra/minimal.hpp"
#include "algebra/nonsubsets.hpp"
#include "algebra/nonsupersets.hpp"

namespace nzdd {

using FamilyAlgebra = Machine<NonSupersets, NonSubsets, Minimal, Maximal>;

}  // namespace nzdd
