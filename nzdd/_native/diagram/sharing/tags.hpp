// Sets of symbols that cost nothing, numbered: edges with equal sets have equal tags. Tag 0 is the empty set.
#pragma once

#include <span>

#include "base/array.hpp"
#include "base/hash_slots.hpp"

namespace nzdd {

class Tags {
public:
    explicit Tags(Pulse& pulse) : slots_(pulse) {}

    // The number of a sorted set.
    std::uint32_t number(std::span<const std::uint32_t> symbols) {
        if (symbols.empty()) return 0;
        const std::uint64_t hash = hash_of(symbols);
        std::uint32_t& tag = slots_.find(hash, [&](std::uint32_t other) {
            const auto found = (*this)[other];
            return std::equal(symbols.begin(), symbols.end(), found.begin(), found.end());
        });
        if (!is_free(tag)) return tag;
        symbols_.append(symbols.data(), symbols.size());
        begin_.push_back(symbols_.size());
        const auto fresh = static_cast<std::uint32_t>(begin_.size() - 2);
        tag = fresh;
        slots_.filled([this](std::uint32_t each) { return hash_of((*this)[each]); });
        return fresh;
    }

    std::span<const std::uint32_t> operator[](std::uint32_t tag) const {
        return {symbols_.data() + begin_[tag], begin_[tag + 1] - begin_[tag]};
    }

private:
    static std::uint64_t hash_of(std::span<const std::uint32_t> symbols) {
        std::uint64_t hash = 0;
        for (std::uint32_t symbol : symbols) hash += scramble(symbol);
        return hash;
    }

    Array<std::size_t> begin_{0, 0};
    Array<std::uint32_t> symbols_;
    HashSlots<std::uint32_t> slots_;
};

}  // namespace nzdd
