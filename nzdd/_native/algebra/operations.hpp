// The family algebra: all operations. Each is named in task.hpp.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/change.hpp"
#include "algebra/operations/containment.hpp"
#include "algebra/operations/division.hpp"
#include "algebra/operations/neighbours.hpp"
#include "algebra/operations/products.hpp"
#include "algebra/operations/row_by_row.hpp"
#include "algebra/operations/set_operations.hpp"
#include "algebra/operations/sizes.hpp"
#include "algebra/operations/symbols.hpp"
