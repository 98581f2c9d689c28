// Runs operations on families of rows. An operation is a class with
//   kOperation                  its name
//   known(nodes, call)          the result if it is obvious, else kUnknown; may replace the
//                               operands by simpler ones of the same result
//   step(nodes, task, result)   its next move, given the result of the call it asked for last; at
//                               stage 0 there is none
// Calls wait on a stack of tasks, not on that of the processor, so depth does not matter. A step is a
// call whose result was not known: time O(steps) but for walks along chains, memory O(steps + nodes).
#pragma once

#include <optional>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"
#include "base/array.hpp"
#include "base/memo.hpp"
#include "base/pulse.hpp"

namespace nzdd {

template <class... Operations>
class Machine {
public:
    Machine(std::uint64_t max_steps, Pulse& pulse)
        : pulse_(pulse), nodes_(pulse), memo_(pulse), max_steps_(max_steps) {}

    NodeStore& nodes() { return nodes_; }

    // Nothing where it would take more than the steps allowed.
    std::optional<std::uint32_t> run(Operation operation, std::uint32_t f, std::uint32_t g) {
        pulse_.stage("operate");
        for (Move move = ask(operation, f, g);;) {
            if (move.result != kUnknown) {
                memo_.insert(tasks_.back().call, move.result);
                tasks_.pop_back();
            } else if ((move.result = look_up(move.call)) == kUnknown) {
                if (steps_ == max_steps_) return std::nullopt;
                pulse_.within(++steps_);
                tasks_.push_back({move.call, 0, kEmptyFamily});
            }
            if (tasks_.empty()) return move.result;
            move = step(tasks_.back(), move.result);
        }
    }

private:
    std::uint32_t look_up(Call& call) const {
        const std::uint32_t result = known(call);
        return result == kUnknown ? memo_.find(call) : result;
    }

    std::uint32_t known(Call& call) const {
        std::uint32_t result = kUnknown;
        ((call.operation == Operations::kOperation && (result = Operations::known(nodes_, call), true)) ||
         ...);
        return result;
    }

    Move step(Task& task, std::uint32_t result) {
        Move move{};
        ((task.call.operation == Operations::kOperation &&
          (move = Operations::step(nodes_, task, result), true)) ||
         ...);
        return move;
    }

    Pulse& pulse_;
    NodeStore nodes_;
    Memo<Call> memo_;
    Array<Task> tasks_;
    std::uint64_t steps_ = 0, max_steps_;
};

}  // namespace nzdd
