// What has been computed: the result of each call. Open addressing; nothing is forgotten, so no call
// is worked out twice.
#pragma once

#include <bit>
#include <cstdint>

#include "algebra/task.hpp"
#include "array.hpp"
#include "diagram/id_map.hpp"
#include "pulse.hpp"

namespace nzdd {

class Memo {
public:
    explicit Memo(Pulse& pulse) : pulse_(pulse) { reset(1024); }

    // kUnknown for a call that has no result yet
    std::uint32_t find(const Call& call) const { return entries_[place_of(call)].result; }

    void insert(const Call& call, std::uint32_t result) {
        if (2 * ++size_ > entries_.size()) grow();
        entries_[place_of(call)] = {call, result};
    }

private:
    struct Entry {
        Call call;
        std::uint32_t result;  // kUnknown: free
    };

    // Where the call is, or would be.
    std::size_t place_of(const Call& call) const {
        const std::uint64_t operands = mix(std::uint64_t{call.f} << 32 | call.g);
        std::size_t place = mix(operands + static_cast<std::uint64_t>(call.operation)) >> shift_;
        while (entries_[place].result != kUnknown && entries_[place].call != call)
            place = (place + 1) & mask_;
        return place;
    }

    void reset(std::size_t capacity) {
        entries_.resize(capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            entries_[i].result = kUnknown;
            pulse_.within(i);
        }
        mask_ = capacity - 1;
        shift_ = 64 - std::countr_zero(capacity);
    }

    void grow() {
        Array<Entry> old;
        old.swap(entries_);
        reset(2 * old.size());
        for (std::size_t i = 0; i < old.size(); ++i) {
            pulse_.within(i);
            if (old[i].result != kUnknown) entries_[place_of(old[i].call)] = old[i];
        }
    }

    Pulse& pulse_;
    Array<Entry> entries_;
    std::size_t size_ = 0, mask_ = 0;
    int shift_ = 0;
};

}  // namespace nzdd
