// What functions check of their arguments before any work.
#pragma once

#include <nzdd/nzdd.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "c/interface/memory.hpp"
#include "c/linear/sparse_rows.hpp"

namespace nzdd {

// An error that has a status of its own.
class Failure : public std::runtime_error {
public:
    Failure(nzdd_status kind, const std::string& text) : std::runtime_error(text), status(kind) {}

    const nzdd_status status;
};

inline std::string entry(const char* name, std::size_t i) {
    return std::string(name) + "[" + std::to_string(i) + "]";
}

template <class T>
T& need(T* pointer, const char* name) {
    if (!pointer) throw std::invalid_argument(std::string(name) + " is NULL");
    return *pointer;
}

// Of an array, which may be NULL where it is empty.
template <class T>
T* need(T* pointer, std::size_t size, const char* name) {
    return size > 0 ? &need(pointer, name) : pointer;
}

inline void check_range(std::uint32_t least, std::uint32_t most, const std::string& name) {
    if (least > most)
        throw std::invalid_argument("the least " + name + " is " + std::to_string(least) +
                                    ", above the greatest, " + std::to_string(most));
}

// An enum that a caller gives may hold any number; to read one that it does not name is undefined.
template <class Enum>
void check_choice(const Enum& given, Enum last, const char* name, const char* names) {
    int number;
    static_assert(sizeof(number) == sizeof(given));
    std::memcpy(&number, &given, sizeof(number));
    if (number < 0 || number > static_cast<int>(last))
        throw std::invalid_argument(std::string(name) + " is " + std::to_string(number) + "; take " + names);
}

// Zeros and ones; NULL is allowed.
inline void check_bits(const std::uint8_t* values, std::size_t size, const char* name) {
    for (std::size_t i = 0; values && i < size; ++i)
        if (values[i] > 1)
            throw std::invalid_argument(entry(name, i) + " is " + std::to_string(values[i]) +
                                        "; 0 and 1 are allowed");
}

// `allowed`: all bits, and `names`, what they are called.
inline void check_flags(int flags, int allowed, const char* names) {
    if (flags & ~allowed)
        throw std::invalid_argument("flags are " + std::to_string(flags) + "; allowed are 0 and " + names);
}

// So many things of so many bytes each, which are going to be made, must fit into the memory.
inline void check_room(std::uint64_t count, std::uint64_t each, const char* what) {
    constexpr std::uint64_t kAlways = 1u << 24;  // bytes that nobody is refused
    if (count <= kAlways / each) return;
    const std::uint64_t free = free_memory();
    if (count <= free / each) return;
    throw Failure(NZDD_NO_MEMORY, std::to_string(count) + " " + what + " take about " + std::to_string(each) +
                                      " bytes each, and " + std::to_string(free >> 20) +
                                      " MB of memory are free");
}

}  // namespace nzdd
