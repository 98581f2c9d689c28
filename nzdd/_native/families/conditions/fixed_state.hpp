// A condition whose state is one number.
#pragma once

#include <cstring>

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code, class Value>
class FixedState : public Condition<Code> {
public:
    std::size_t bytes() const override { return sizeof(Value); }

protected:
    static Value read(const unsigned char* own) {
        Value value;
        std::memcpy(&value, own, sizeof(value));
        return value;
    }
    static void write(unsigned char* own, Value value) { std::memcpy(own, &value, sizeof(value)); }
};

}  // namespace nzdd
