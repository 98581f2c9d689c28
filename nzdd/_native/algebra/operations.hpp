// The family algebra: all operations, each named here and in task.hpp.
#pragma once

#include "algebra/containment.hpp"
#include "algebra/division.hpp"
#include "algebra/machine.hpp"
#include "algebra/products.hpp"
#include "algebra/set_operations.hpp"
#include "algebra/sizes.hpp"

namespace nzdd {

using FamilyAlgebra = Machine<Union, Intersection, Difference, SymmetricDifference, IsSubset, IsDisjoint,
                              Join, Meet, Quotient, Remainder, Change, NonSupersets, NonSubsets, SupersetsOf,
                              SubsetsOf, Minimal, Maximal, AtLeast, AtMost>;

}  // namespace nzdd
