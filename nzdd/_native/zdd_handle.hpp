// A ZDD between Python and the kernels: arrays, a family in a store, or both. Arrays of a family in a store
// are made once, when somebody asks for them; a family of arrays comes into a store with its first operation.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "algebra/store.hpp"
#include "diagram/zdd.hpp"
#include "python_arrays.hpp"

namespace nzdd {

class ZddHandle {
public:
    struct Arrays {
        Column<std::uint32_t> level, low, high;
        std::uint32_t root;
        std::optional<Column<double>> low_weight, high_weight;
    };
    using Stored = std::shared_ptr<const StoredFamily>;

    explicit ZddHandle(Arrays arrays) : state_(std::make_shared<State>()) { state_->set(std::move(arrays)); }
    explicit ZddHandle(Stored family) : state_(std::make_shared<State>()) {
        state_->stored = std::move(family);
    }

    // Takes the interpreter lock for a moment where they are made, and waits for the store without it.
    const Arrays& arrays() const {
        if (!has_arrays()) make_arrays();
        return *state_->arrays;
    }
    bool has_arrays() const { return state_->ready.load(std::memory_order_acquire); }

    ZddView view() const {
        const Arrays& zdd = arrays();
        return {zdd.level.data(),
                zdd.low.data(),
                zdd.high.data(),
                zdd.level.size(),
                zdd.root,
                zdd.low_weight ? zdd.low_weight->data() : nullptr,
                zdd.high_weight ? zdd.high_weight->data() : nullptr};
    }

    // Null before the first operation.
    Stored stored() const {
        const std::lock_guard lock(state_->mutex);
        return state_->stored;
    }

    // From now on it is this family, of the same rows.
    void settle(Stored family) const {
        const std::lock_guard lock(state_->mutex);
        state_->stored.swap(family);
    }  // the old one is dropped last

    bool is_empty() const {
        return has_arrays() ? arrays().root == kEmptyFamily : stored()->id() == kEmptyFamily;
    }

private:
    struct State {
        std::mutex mutex;
        std::atomic<bool> ready = false;
        std::optional<Arrays> arrays;  // never change once they are ready
        Stored stored;

        void set(Arrays given) {
            arrays.emplace(std::move(given));
            ready.store(true, std::memory_order_release);
        }
    };

    void make_arrays() const;

    std::shared_ptr<State> state_;
};

inline ZddHandle::Arrays as_columns(Zdd zdd) {
    const auto weights = [](Array<double> array) {
        return array.empty() ? std::nullopt : std::optional(as_column(std::move(array)));
    };
    return {as_column(std::move(zdd.level)),    as_column(std::move(zdd.low)),
            as_column(std::move(zdd.high)),     zdd.root,
            weights(std::move(zdd.low_weight)), weights(std::move(zdd.high_weight))};
}

inline ZddHandle give(Zdd zdd) { return ZddHandle(as_columns(std::move(zdd))); }

inline void ZddHandle::make_arrays() const {
    const nb::object silent = nb::none();
    const auto copied = [&](Pulse& pulse) {
        const Stored family = stored();
        Store::Session session(*family->store(), pulse);
        return session.diagram(family->id());
    };
    Zdd zdd;
    if (PyGILState_Check()) {
        zdd = unlocked(silent, copied);
    } else {
        Pulse pulse = listen(silent);
        zdd = copied(pulse);
    }
    const nb::gil_scoped_acquire gil;
    Arrays made = as_columns(std::move(zdd));
    const std::lock_guard lock(state_->mutex);
    if (!has_arrays()) state_->set(std::move(made));  // another thread may have been first
}

}  // namespace nzdd
