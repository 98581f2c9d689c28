// How many sets there are, or how many of each size: integers of any length. All numbers of a level have as
// many words as the largest needs; the highest bit of each is zero, so that a sum of two fits.
#pragma once

#include "families/sweep/measure.hpp"

namespace nzdd {

class ExactCounts final : public Measure {
public:
    explicit ExactCounts(bool by_size) : by_size_(by_size) {}

    void begin(const Array<std::uint32_t>& things) override {
        sizes_ = 1;
        here_.assign(words_, 0);
        here_[0] = 1;
        extend(total_, (by_size_ ? things.size() + 1 : 1) * words_);
    }
    void step(std::size_t) override {
        next_.clear();
        next_sizes_ = sizes_ + by_size_;
    }
    void carry(std::size_t from, std::size_t to, bool take) override {
        extend(next_, (to + 1) * next_sizes_ * words_);
        add(from, next_, to * next_sizes_, take);
    }
    void complete(std::size_t from, bool take) override { add(from, total_, 0, take); }
    void complete_empty() override {
        extend(total_, words_);
        if ((++total_[0]) >> 63) widen();
    }
    void end_step() override {
        here_.swap(next_);
        sizes_ = next_sizes_;
    }

    // How many words a number has, and the numbers.
    std::vector<std::uint64_t> total() const override {
        std::vector<std::uint64_t> words{words_};
        words.insert(words.end(), total_.begin(), total_.end());
        return words;
    }

private:
    static void extend(Array<std::uint64_t>& numbers, std::size_t size) {
        if (numbers.size() < size) {
            const std::size_t old = numbers.size();
            numbers.resize(size);
            std::fill(numbers.begin() + old, numbers.end(), 0);
        }
    }

    // The numbers of a state to those from the place `to` on, which are one size larger if an element is
    // taken.
    void add(std::size_t from, Array<std::uint64_t>& numbers, std::size_t to, bool take) {
        to += by_size_ && take;
        bool full = false;
        for (std::size_t size = 0; size < sizes_; ++size) {
            const std::uint64_t* more = here_.data() + (from * sizes_ + size) * words_;
            std::uint64_t *sum = numbers.data() + (to + size) * words_, carried = 0;
            for (std::size_t k = 0; k < words_; ++k) {
                const std::uint64_t part = sum[k] + carried, whole = part + more[k];
                carried = (part < carried) | (whole < part);
                sum[k] = whole;
            }
            full |= sum[words_ - 1] >> 63;
        }
        if (full) widen();
    }

    [[gnu::noinline]] void widen() {
        for (Array<std::uint64_t>* numbers : {&here_, &next_, &total_}) {
            const std::size_t count = numbers->size() / words_;
            numbers->resize(count * (words_ + 1));
            for (std::size_t i = count; i-- > 0;) {
                std::uint64_t* number = numbers->data() + i * (words_ + 1);
                std::copy_backward(numbers->data() + i * words_, numbers->data() + (i + 1) * words_,
                                   number + words_);
                number[words_] = 0;
            }
        }
        ++words_;
    }

    bool by_size_;
    std::size_t words_ = 1, sizes_ = 1, next_sizes_ = 1;  // sizes: how many numbers a state has
    Array<std::uint64_t> here_, next_, total_;
};

}  // namespace nzdd
