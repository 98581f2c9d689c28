// A hash map from 64-bit keys to numbers from one up; the unique table of every builder that meets
// its nodes level by level. It holds the numbers only, 4 bytes a slot, and asks for their keys,
// which the diagram holds anyway: tables stay in the cache and little memory is touched.
#pragma once

#include "base/hash_slots.hpp"
#include "base/pulse.hpp"

namespace nzdd {

class IdMap {
public:
    explicit IdMap(Pulse& pulse, std::size_t expected = 32) : slots_(pulse, expected) {}

    // The number of `key`; for a new key what `make()` returns. `make` must not touch the map.
    template <class KeyOf, class Make>
    std::uint32_t find(std::uint64_t key, const KeyOf& key_of, const Make& make) {
        std::uint32_t& slot = slots_.find(mix(key), [&](std::uint32_t id) { return key_of(id) == key; });
        if (!is_free(slot)) return slot;
        const std::uint32_t id = slot = make();
        slots_.filled([&](std::uint32_t id) { return mix(key_of(id)); });
        return id;
    }

    void prefetch(std::uint64_t key) const { slots_.prefetch(mix(key)); }
    void clear(std::size_t expected) { slots_.clear(expected); }

private:
    HashSlots<std::uint32_t> slots_;
};

}  // namespace nzdd
