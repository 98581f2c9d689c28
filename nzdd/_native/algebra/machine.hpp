// Runs operations on families of rows. An operation is a class with
//   kOperation                     its name
//   known(nodes, f, g)             the result if it is obvious, else kUnknown; may replace the operands by
//                                  simpler ones of the same result
//   step(machine, task, result)    its next move, given the result of the call it asked for last; at
//                                  stage 0 there is none. Other operations it runs at once.
// Calls wait on a stack of tasks, not on that of the processor, so depth does not matter. A step is a
// call whose result was not known: time O(steps) but for walks along chains, memory O(steps + nodes).
#pragma once

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"
#include "base/array.hpp"
#include "base/memo.hpp"
#include "base/pulse.hpp"

namespace nzdd {

// An operation would take more than the steps allowed.
struct OutOfSteps {};

class Machine {
public:
    Machine(NodeStore& nodes, Results& results, std::uint64_t max_steps, Pulse& pulse)
        : pulse_(pulse), nodes_(nodes), results_(results), max_steps_(max_steps) {}

    NodeStore& nodes() { return nodes_; }
    Pulse& pulse() { return pulse_; }

    void count_step() {
        if (steps_ == max_steps_) throw OutOfSteps{};
        pulse_.within(++steps_);
    }

    // Of work that is about as long.
    void count_steps(std::uint64_t count) {
        if (max_steps_ - steps_ < count) throw OutOfSteps{};
        steps_ += count;
    }

    // The set operations take another way (set_operations.hpp).
    template <class Operation>
    std::uint32_t run(std::uint32_t f, std::uint32_t g = 0) {
        if constexpr (Operation::kCombines)
            return combine<Operation>(f, g);
        else
            return work_off<Operation>(f, g);
    }

    // The same, or kUnknown where it takes more than so many steps; what was found by then is kept.
    template <class Operation>
    std::uint32_t run_within(std::uint64_t steps, std::uint32_t f, std::uint32_t g) {
        if (max_steps_ - steps_ <= steps) return run<Operation>(f, g);
        const std::size_t tasks = tasks_.size(), branches = branches_.size(), chain = chain_.size();
        const std::uint64_t max_steps = std::exchange(max_steps_, steps_ + steps);
        std::uint32_t result = kUnknown;
        try {
            result = run<Operation>(f, g);
        } catch (const OutOfSteps&) {
            tasks_.resize(tasks);
            branches_.resize(branches);
            chain_.resize(chain);
        }
        max_steps_ = max_steps;
        return result;
    }

private:
    // At work on the rows without the top symbol, then on those with it, of both operands. Or, where only one
    // operand holds the top symbols: below a piece of its chain of low branches, whose nodes wait aside.
    struct Branch {
        std::uint32_t f, g, f_high, g_high, level, low, above;
    };

    // Chains are walked in such pieces: results are kept for each, so that what enters midway finds them.
    static constexpr std::uint32_t kPiece = 64;

    template <class Operation>
    std::uint32_t look_up(std::uint32_t& f, std::uint32_t& g) {
        const std::uint32_t result = Operation::known(nodes_, f, g);
        return result == kUnknown ? results_.find({Operation::kOperation, f, g}) : result;
    }

    template <class Operation>
    std::uint32_t work_off(std::uint32_t f, std::uint32_t g) {
        const std::size_t bottom = tasks_.size();
        for (Move move = ask(f, g);;) {
            if (move.result != kUnknown) {
                const Task& done = tasks_.back();
                results_.insert({Operation::kOperation, done.f, done.g}, move.result);
                tasks_.pop_back();
            } else if ((move.result = look_up<Operation>(move.f, move.g)) == kUnknown) {
                count_step();
                tasks_.push_back({move.f, move.g, 0, kEmptyFamily});
            }
            if (tasks_.size() == bottom) return move.result;
            Task task = tasks_.back();  // operations run by the step may move the stack
            move = Operation::step(*this, task, move.result);
            tasks_.back() = task;
        }
    }

    template <class Operation>
    std::uint32_t combine(std::uint32_t f, std::uint32_t g) {
        const std::size_t bottom = branches_.size();
        for (;;) {
            std::uint32_t result = look_up<Operation>(f, g);
            if (result == kUnknown) {
                count_step();
                const FamilyNode one = nodes_[f], other = nodes_[g];
                if (one.level == other.level) {
                    nodes_.prefetch(one.high);
                    nodes_.prefetch(other.high);
                    branches_.push_back({f, g, one.high, other.high, one.level, kUnknown, 0});
                    f = one.low;
                    g = other.low;
                } else {
                    Branch branch{f, g, 0, 0, 0, kEmptyFamily, 0};
                    branch.above =
                        one.level < other.level ? walk_down(f, other.level) : walk_down(g, one.level);
                    branches_.push_back(branch);
                }
                continue;
            }
            for (;; branches_.pop_back()) {
                if (branches_.size() == bottom) return result;
                Branch& branch = branches_.back();
                const bool settled = Operation::kIsQuestion && result == kEmptyFamily;  // the answer is no
                if (branch.low == kUnknown && !settled) {
                    branch.low = result;
                    f = branch.f_high;
                    g = branch.g_high;
                    break;
                }
                if constexpr (!Operation::kIsQuestion) {
                    if (branch.above == 0)
                        result = join_parts(branch, result);
                    else
                        result = climb_up(branch.above, result);
                }
                results_.insert({Operation::kOperation, branch.f, branch.g}, result);
            }
        }
    }

    // Where nothing has changed, no other node need be looked for.
    std::uint32_t join_parts(const Branch& branch, std::uint32_t high) {
        const FamilyNode& one = nodes_[branch.f];
        if (one.low == branch.low && one.high == high && one.level == branch.level) return branch.f;
        return nodes_.make(branch.level, branch.low, high);
    }

    // From `f` to the end of a piece of its chain above `level`; the number of nodes passed, one or more.
    std::uint32_t walk_down(std::uint32_t& f, std::uint32_t level) {
        std::uint32_t count = 0;
        do {
            chain_.push_back(f);
            f = nodes_[f].low;
        } while (++count < kPiece && nodes_[f].level < level);
        return count;
    }

    // The last so many nodes passed, with another family at their end.
    std::uint32_t climb_up(std::uint32_t count, std::uint32_t result) {
        for (; count > 0; --count, chain_.pop_back()) {
            const FamilyNode node = nodes_[chain_.back()];
            result = result == node.low ? chain_.back() : nodes_.make(node.level, result, node.high);
        }
        return result;
    }

    Pulse& pulse_;
    NodeStore& nodes_;
    Results& results_;
    Array<Task> tasks_;
    Array<Branch> branches_;
    Array<std::uint32_t> chain_;
    std::uint64_t steps_ = 0, max_steps_;
};

// An operation that takes steps of its own.
template <Operation kOwn>
struct Stepwise {
    static constexpr Operation kOperation = kOwn;
    static constexpr bool kCombines = false;
};

}  // namespace nzdd
