// A loop on several threads. The caller's thread takes part, and it alone listens to the pulse.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/pulse.hpp"

namespace nzdd {

// What a step of the loop knows: its thread, from 0, and whether it must end.
class Worker {
public:
    Worker(std::size_t number, Pulse* pulse, std::atomic<bool>& stop)
        : number_(number), pulse_(pulse), stop_(stop) {}

    std::size_t number() const { return number_; }

    // Call every millisecond or so: it throws where the loop must end.
    void beat(std::uint64_t done, std::uint64_t total) {
        if (pulse_) pulse_->beat(done, total);
        if (stop_.load(std::memory_order_relaxed)) throw Stop{};
    }

    struct Stop {};

private:
    std::size_t number_;
    Pulse* pulse_;
    std::atomic<bool>& stop_;
};

// Calls `step(index, worker)` for each index below `count`, in any order. The first error of a step is
// thrown once all threads have ended.
template <class Step>
void parallel_for(std::size_t count, std::size_t num_threads, Pulse& pulse, const Step& step) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::exception_ptr error;
    std::mutex mutex;
    const auto run = [&](std::size_t number) {
        Worker worker(number, number == 0 ? &pulse : nullptr, stop);
        try {
            for (std::size_t index; (index = next.fetch_add(1)) < count;) {
                worker.beat(index, count);
                step(index, worker);
            }
        } catch (const Worker::Stop&) {
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> others;
    const std::size_t wanted = std::min(num_threads, count);
    others.reserve(wanted);
    try {
        for (std::size_t number = 1; number < wanted; ++number) others.emplace_back(run, number);
    } catch (const std::system_error&) {
        // the system has no more threads: those that run do all
    }
    run(0);
    for (std::thread& thread : others) thread.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace nzdd
