// The family algebra: one header an operation, each named here and in task.hpp.
#pragma once

#include "algebra/change.hpp"
#include "algebra/difference.hpp"
#include "algebra/intersection.hpp"
#include "algebra/is_disjoint.hpp"
#include "algebra/is_subset.hpp"
#include "algebra/join.hpp"
#include "algebra/left_out.hpp"
#include "algebra/machine.hpp"
#include "algebra/maximal.hpp"
#include "algebra/meet.hpp"
#include "algebra/minimal.hpp"
#include "algebra/nonsubsets.hpp"
#include "algebra/nonsupersets.hpp"
#include "algebra/quotient.hpp"
#include "algebra/remainder.hpp"
#include "algebra/sizes.hpp"
#include "algebra/symmetric_difference.hpp"
#include "algebra/union.hpp"

namespace nzdd {

using FamilyAlgebra = Machine<Union, Intersection, Difference, SymmetricDifference, IsSubset, IsDisjoint,
                              Join, Meet, Quotient, Remainder, Change, NonSupersets, NonSubsets, SupersetsOf,
                              SubsetsOf, Minimal, Maximal, AtLeast, AtMost>;

}  // namespace nzdd
