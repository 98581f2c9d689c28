// The family algebra: all operations. Each is named in task.hpp.
#pragma once

#include "algebra/containment.hpp"
#include "algebra/division.hpp"
#include "algebra/machine.hpp"
#include "algebra/products.hpp"
#include "algebra/set_operations.hpp"
#include "algebra/sizes.hpp"
