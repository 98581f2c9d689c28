// The result of each call, so that none is computed twice.
#pragma once

#include "base/hash_slots.hpp"
#include "base/pulse.hpp"

namespace nzdd {

inline constexpr std::uint32_t kUnknown = 0xffffffff;  // no node has this number

// A call has `hash()` and `==`.
template <class Call>
class Memo {
public:
    explicit Memo(Pulse& pulse) : slots_(pulse, 512) {}

    // kUnknown for a call that has no result yet
    std::uint32_t find(const Call& call) const {
        return slots_.find(call.hash(), [&](const Entry& entry) { return entry.call == call; }).result;
    }

    // The result of a call that had none.
    void insert(const Call& call, std::uint32_t result) {
        slots_.find(call.hash(), [](const Entry&) { return false; }) = {call, result};
        slots_.filled([](const Entry& entry) { return entry.call.hash(); });
    }

private:
    struct Entry {
        Call call{};
        std::uint32_t result = kUnknown;
        friend bool is_free(const Entry& entry) { return entry.result == kUnknown; }
    };

    HashSlots<Entry> slots_;
};

}  // namespace nzdd
