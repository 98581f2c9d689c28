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
    explicit Memo(Pulse& pulse) : pulse_(pulse), slots_(pulse, kFirst) {}

    // kUnknown for a call that has no result yet
    std::uint32_t find(const Call& call) const {
        return slots_.find(call.hash(), [&](const Entry& entry) { return entry.call == call; }).result;
    }

    // The result of a call that had none.
    void insert(const Call& call, std::uint32_t result) {
        slots_.find(call.hash(), [](const Entry&) { return false; }) = {call, result};
        slots_.filled([](const Entry& entry) { return entry.call.hash(); });
    }

    std::size_t size() const { return slots_.size(); }
    std::size_t num_bytes() const { return slots_.num_bytes(); }
    void prefetch(const Call& call) const { slots_.prefetch(call.hash()); }

    // Forgets all results, but keeps a part of the memory for those to come.
    void restart() { slots_.restart(); }

    // Forgets all results.
    void clear() {
        Slots empty(pulse_, kFirst);
        slots_.swap(empty);
    }

private:
    struct Entry {
        Call call{};
        std::uint32_t result = kUnknown;
        friend bool is_free(const Entry& entry) { return entry.result == kUnknown; }
    };

    using Slots = HashSlots<Entry, 4>;
    static constexpr std::size_t kFirst = 512;

    Pulse& pulse_;
    Slots slots_;
};

}  // namespace nzdd
