// A store that families share (a manager, in the terms of BDD packages): each node once, and the results of
// earlier operations. Families come into one store when they are combined. One operation works at a time;
// the others wait. Families may go at any time: what none of the others needs is then swept away.
//
// Memory: a sweep takes time in proportion to the nodes. It comes where families dropped made half of them,
// or where the store has grown fourfold, and only once as much work was done as the sweep takes. So all
// sweeps together take about as long as the operations, and the store stays below about four times what its
// families needed at the last sweep. Earlier results take no more memory than the nodes.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "algebra/machine.hpp"
#include "algebra/node_store.hpp"
#include "algebra/store/roots.hpp"
#include "base/pulse.hpp"

namespace nzdd {

class Store {
public:
    class Session;

    std::size_t num_nodes() const { return num_nodes_; }
    std::size_t num_bytes() const { return num_bytes_; }
    const Roots& roots() const { return roots_; }

    // A family that nobody holds any more; never waits, and never throws.
    void drop(std::uint32_t place) noexcept {
        roots_.drop(place);
        if (roots_.count() == 0 || owner_ == std::this_thread::get_id() || !lock_.try_lock()) return;
        sweep_if_due();
        publish();
        lock_.unlock();
    }

private:
    static constexpr std::size_t kSmall = 1 << 14;  // nodes that are not worth a sweep

    bool sweep_is_due() const {
        const std::size_t size = nodes_.size();
        if (size < kSmall || work_ < size) return false;
        return 2 * roots_.dropped() >= size || size >= 4 * num_kept_;
    }

    // Where memory does not suffice for it, all stays as it is.
    void sweep_if_due() noexcept {
        if (!sweep_is_due()) return;
        try {
            Array<std::uint32_t> ids(nodes_.size(), 0);
            roots_.mark(ids);
            results_.clear();
            nodes_.keep_reached(ids);
            roots_.renumber(ids, nodes_.size());
            num_kept_ = std::max(kSmall, nodes_.size());
            work_ = 0;
            nodes_.shrink();
        } catch (const std::bad_alloc&) {
        }
    }

    void publish() noexcept {
        num_nodes_ = nodes_.size();
        num_bytes_ = nodes_.num_bytes() + results_.num_bytes();
    }

    std::timed_mutex lock_;
    std::atomic<std::thread::id> owner_;
    std::atomic<std::size_t> num_nodes_ = 0, num_bytes_ = 0;
    Pulse pulse_;  // of the operation at work
    NodeStore nodes_{pulse_};
    Results results_{pulse_};
    Roots roots_;
    std::uint64_t work_ = 0;         // steps, and nodes made or copied, since the last sweep
    std::size_t num_kept_ = kSmall;  // nodes after the last sweep, and those loaded since
};

// Sole use of a store. The families have the same numbers until it ends.
class Store::Session {
public:
    Session(Store& store, const Pulse& pulse) : store_(store) {
        if (store.owner_ == std::this_thread::get_id())
            throw std::runtime_error(
                "an operation on families was called by a signal handler while another one on the same "
                "families runs; let the handler only set a flag, or raise");
        if (!store.lock_.try_lock()) {
            Pulse waiting = pulse;
            while (!store.lock_.try_lock_for(std::chrono::milliseconds(50))) waiting.beat(0, 1);
        }
        store.owner_ = std::this_thread::get_id();
        store.pulse_ = pulse;
        num_nodes_ = store.nodes_.size();
        num_results_ = store.results_.size();
    }

    ~Session() {
        store_.pulse_ = Pulse();
        store_.work_ += num_made() + store_.results_.size() - num_results_;
        if (store_.results_.num_bytes() > std::max(kFewBytes, store_.nodes_.num_bytes())) forget();
        store_.sweep_if_due();
        store_.publish();
        store_.owner_ = std::thread::id();
        store_.lock_.unlock();
    }

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Pulse& pulse() { return store_.pulse_; }
    NodeStore& nodes() { return store_.nodes_; }
    Results& results() { return store_.results_; }

    // Since the session began.
    std::size_t num_made() const { return store_.nodes_.size() - num_nodes_; }

    // The number of a family that comes from outside.
    std::uint32_t load(const ZddView& zdd) {
        const std::size_t before = num_made();
        const std::uint32_t id = store_.nodes_.load(zdd);
        store_.num_kept_ += num_made() - before;
        return id;
    }

    // The place of a family that somebody will hold, for which so many nodes were made.
    std::uint32_t hold(std::uint32_t id, std::size_t weight) { return store_.roots_.add(id, weight); }

    Zdd diagram(std::uint32_t id) {
        Zdd zdd = store_.nodes_.diagram(id);
        store_.work_ += zdd.level.size();
        return zdd;
    }

private:
    static constexpr std::size_t kFewBytes = 1 << 20;

    void forget() noexcept {
        try {
            store_.results_.restart();
        } catch (const std::bad_alloc&) {  // they stay
        }
    }

    Store& store_;
    std::size_t num_nodes_, num_results_;
};

// A family in a store; it is dropped with the last copy of the handle.
class StoredFamily {
public:
    StoredFamily(std::shared_ptr<Store> store, std::uint32_t place)
        : store_(std::move(store)), place_(place) {}
    ~StoredFamily() { store_->drop(place_); }

    StoredFamily(const StoredFamily&) = delete;
    StoredFamily& operator=(const StoredFamily&) = delete;

    const std::shared_ptr<Store>& store() const { return store_; }
    std::uint32_t id() const { return store_->roots().id(place_); }
    bool equals(const StoredFamily& other) const {  // of the same store
        return store_->roots().equal(place_, other.place_);
    }

private:
    std::shared_ptr<Store> store_;
    std::uint32_t place_;
};

}  // namespace nzdd
