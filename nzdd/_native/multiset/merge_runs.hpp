// Sorted runs of distinct words as one run: a word of several runs stands once, with the sum of its weights.
// The fronts of all runs lie in a heap, the least one on top. Time O(words x log runs), memory O(words).
#pragma once

#include <vector>

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

struct WordRun {
    const std::uint64_t *word, *end;
    const double* weight;
};

struct MergedRuns {
    Array<std::uint64_t> words;
    Array<double> weights;
};

class RunMerge {
public:
    static MergedRuns run(const std::vector<WordRun>& runs, Pulse& pulse) {
        pulse.stage("merge rows");
        RunMerge merge;
        std::uint64_t total = 0;
        for (const WordRun& run : runs) {
            total += static_cast<std::uint64_t>(run.end - run.word);
            if (run.word != run.end) merge.heap_.push_back({*run.word, run});
        }
        for (std::size_t at = merge.heap_.size(); at-- > 0;) merge.sink(at);
        merge.merged_.words.reserve(total);
        merge.merged_.weights.reserve(total);
        for (std::uint64_t done = 0; !merge.heap_.empty(); ++done) {
            merge.take();
            pulse(done, total);
        }
        return std::move(merge.merged_);
    }

private:
    struct Front {
        std::uint64_t word;
        WordRun rest;  // from that word on
    };

    void take() {
        Front& top = heap_.front();
        if (!merged_.words.empty() && merged_.words.back() == top.word) {
            merged_.weights.back() += *top.rest.weight;
        } else {
            merged_.words.push_back(top.word);
            merged_.weights.push_back(*top.rest.weight);
        }
        ++top.rest.weight;
        if (++top.rest.word != top.rest.end) {
            top.word = *top.rest.word;
        } else {
            top = heap_.back();
            heap_.pop_back();
        }
        if (!heap_.empty()) sink(0);
    }

    void sink(std::size_t at) {
        const Front front = heap_[at];
        for (std::size_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
            if (child + 1 < heap_.size() && heap_[child + 1].word < heap_[child].word) ++child;
            if (front.word <= heap_[child].word) break;
            heap_[at] = heap_[child];
        }
        heap_[at] = front;
    }

    std::vector<Front> heap_;
    MergedRuns merged_;
};

}  // namespace nzdd
