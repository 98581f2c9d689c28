// A growing array of plain values. Unlike std::vector it leaves new elements unset (every kernel
// writes an element before it reads it) and grows by realloc, which moves large blocks by
// remapping pages instead of copying them: builders neither touch memory twice nor hold two copies.
// Nearly every file works on arrays, and relies on <algorithm>, <cstdint> and <utility> from here.
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

namespace nzdd {

template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    Array() = default;
    explicit Array(std::size_t size) { resize(size); }
    Array(std::size_t size, T value) { assign(size, value); }
    Array(std::initializer_list<T> values) {
        for (T value : values) push_back(value);
    }
    // All zero; of a large block memory is taken where it is used.
    static Array zeros(std::size_t size) {
        Array array;
        array.data_ = static_cast<T*>(std::calloc(std::max<std::size_t>(1, size), sizeof(T)));
        if (!array.data_) throw std::bad_alloc();
        array.size_ = array.capacity_ = size;
        return array;
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(Array&& other) noexcept {
        Array(std::move(other)).swap(*this);
        return *this;
    }
    ~Array() { std::free(data_); }

    void swap(Array& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t num_bytes() const { return capacity_ * sizeof(T); }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& back() { return data_[size_ - 1]; }

    void push_back(T value) {
        if (size_ == capacity_) grow();
        data_[size_++] = value;
    }
    void append(const T* first, std::size_t count) {
        if (size_ + count > capacity_) reallocate(std::max(size_ + count, capacity_ + capacity_ / 2));
        std::copy_n(first, count, data_ + size_);
        size_ += count;
    }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    void resize(std::size_t size) {
        reserve(size);
        size_ = size;
    }
    void reserve(std::size_t capacity) {
        if (capacity <= capacity_) return;
        reallocate(capacity);
        prefer_huge_pages();
    }
    void assign(std::size_t size, T value) {
        resize(size);
        std::fill_n(data_, size, value);
    }
    // With room for at least that many.
    void shrink_to_fit(std::size_t least = 0) {
        const std::size_t capacity = std::max(size_, least);
        if (capacity < capacity_) reallocate(capacity);
    }

    // Hands the memory over; the caller frees it by std::free.
    T* release() {
        size_ = capacity_ = 0;
        return std::exchange(data_, nullptr);
    }

private:
    // Not inlined, so that `push_back` is.
    [[gnu::noinline]] void grow() { reallocate(std::max<std::size_t>(16, capacity_ + capacity_ / 2)); }

    void reallocate(std::size_t capacity) {
        if (capacity > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_alloc();
        auto* moved = static_cast<T*>(std::realloc(data_, std::max<std::size_t>(1, capacity) * sizeof(T)));
        if (!moved) throw std::bad_alloc();
        data_ = moved;
        capacity_ = capacity;
    }

    // A large block whose size is known is spared thousands of page faults (numpy does the same).
    // Not one that grows step by step: to remap it would split its pages again.
    void prefer_huge_pages() {
#ifdef MADV_HUGEPAGE
        constexpr std::uintptr_t kHuge = std::uintptr_t{1} << 21;
        if (capacity_ * sizeof(T) < 2 * kHuge) return;
        const auto begin = (reinterpret_cast<std::uintptr_t>(data_) + kHuge - 1) / kHuge * kHuge;
        const auto end = reinterpret_cast<std::uintptr_t>(data_ + capacity_) / kHuge * kHuge;
        if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // a hint
#endif
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace nzdd
