// The heartbeat of a long call: kernels beat it every few thousand steps, and at most every 50 ms it
// lets the caller stop the call (by throwing, as for Ctrl-C) or show progress.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace nzdd {

class Pulse {
public:
    // `listener` receives the stage and the share of it that is done, in [0, 1]
    using Listener = std::function<void(const char* stage, double share)>;

    explicit Pulse(Listener listener = {}) : listener_(std::move(listener)) {}

    void stage(const char* name) {
        stage_ = name;
        share_ = 0;
    }

    // Call with a loop index; does nothing but for one index in 2^14.
    void operator()(std::uint64_t done, std::uint64_t total) {
        if ((done & 0x3fff) == 0) beat(done, total);
    }

    // Call where one step is long already.
    void beat(std::uint64_t done, std::uint64_t total) {
        share_ = done < total ? static_cast<double>(done) / static_cast<double>(total) : 1.0;
        listen();
    }

    // Call with the index of a loop inside a step: the share stays what it was.
    void within(std::uint64_t index) {
        if ((index & 0x3fff) == 0) listen();
    }

private:
    void listen() {
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return;
        if (listener_) listener_(stage_, share_);
        last_ = Clock::now();
    }

    using Clock = std::chrono::steady_clock;
    Listener listener_;
    const char* stage_ = "";
    double share_ = 0;
    Clock::time_point last_ = Clock::now();
};

}  // namespace nzdd
