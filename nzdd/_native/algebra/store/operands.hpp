// The operands of an operation, brought into one store: that of the larger number of nodes, if there are two.
// A family moves there with all that follows from it later; so families that meet share a store, and others
// do not wait for each other.
#pragma once

#include <initializer_list>
#include <memory>

#include "algebra/store/store.hpp"
#include "bindings.hpp"

namespace nzdd {

class Operands {
public:
    using Families = std::initializer_list<const ZddHandle*>;

    // Runs `work(operands)` in the store of the families, which all have one order. Without the interpreter
    // lock.
    template <class Work>
    static auto in_store_of(Families families, Pulse& pulse, const Work& work) {
        for (;;) {
            const std::shared_ptr<Store> store = common_store(families);
            for (const ZddHandle* family : families)
                if (!holds(*store, *family)) family->arrays();  // never while another store is in use
            Operands operands(store, pulse);
            bool ready = true;  // unless another thread has just moved one elsewhere
            std::size_t coming = 0;
            for (const ZddHandle* family : families) {
                if (holds(*store, *family)) continue;
                if (family->has_arrays())
                    coming += family->view().num_nodes;
                else
                    ready = false;
            }
            if (!ready) continue;
            operands.nodes().reserve(coming);
            return work(operands);
        }
    }

    NodeStore& nodes() { return session_.nodes(); }
    Results& results() { return session_.results(); }
    Pulse& pulse() { return session_.pulse(); }

    // The number of a family, which is in the store from now on.
    std::uint32_t load(const ZddHandle& family) {
        if (holds(*store_, family)) return family.stored()->id();
        const std::size_t before = session_.num_made();
        const std::uint32_t id = session_.load(family.view());
        family.settle(stored(id, session_.num_made() - before));
        first_ = session_.num_made();
        return id;
    }

    // A result, for which all was made since the last operand was loaded.
    ZddHandle give(std::uint32_t id) { return ZddHandle(stored(id, session_.num_made() - first_)); }

private:
    Operands(std::shared_ptr<Store> store, Pulse& pulse)
        : store_(std::move(store)), session_(*store_, pulse) {}

    static bool holds(const Store& store, const ZddHandle& family) {
        const ZddHandle::Stored stored = family.stored();
        return stored && stored->store().get() == &store;
    }

    static std::shared_ptr<Store> common_store(Families families) {
        std::shared_ptr<Store> largest;
        for (const ZddHandle* family : families) {
            const ZddHandle::Stored stored = family->stored();
            if (stored && (!largest || stored->store()->num_nodes() > largest->num_nodes()))
                largest = stored->store();
        }
        return largest ? largest : std::make_shared<Store>();
    }

    ZddHandle::Stored stored(std::uint32_t id, std::size_t weight) {
        return std::make_shared<const StoredFamily>(store_, session_.hold(id, weight));
    }

    std::shared_ptr<Store> store_;
    Store::Session session_;
    std::size_t first_ = 0;  // nodes made when all operands were loaded
};

}  // namespace nzdd
