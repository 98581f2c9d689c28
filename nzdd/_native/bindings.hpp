// What all bindings files share: arrays in, arrays out, the pulse that listens to Python, and diagrams.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "algebra/store/store.hpp"
#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/row_words.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/row_list.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using U32 = In<std::uint32_t>;
using U64 = In<std::uint64_t>;
using I64 = In<std::int64_t>;
using F64 = In<double>;

// The memory of an array as a numpy array; of structs, as a matrix of their fields.
template <class Given, class T>
Given handed_over(Array<T> array) {
    constexpr std::size_t kFields = sizeof(T) / sizeof(typename Given::Scalar);
    const std::size_t shape[] = {array.size(), kFields};
    array.shrink_to_fit();
    void* data = array.release();
    nb::capsule owner(data, [](void* memory) noexcept { std::free(memory); });
    return Given(data, kFields > 1 ? 2 : 1, shape, owner);
}

template <class T>
Out<T> give(Array<T> array) {
    return handed_over<Out<T>>(std::move(array));
}

// Of anything with data() and size().
template <class Values>
auto copy(const Values& values) {
    Array<std::remove_cvref_t<decltype(*values.data())>> array;
    array.append(values.data(), values.size());
    return array;
}

template <class T>
std::optional<Out<T>> give_or_none(Array<T> array) {
    if (array.empty()) return std::nullopt;
    return give(std::move(array));
}

// Beats re-acquire the interpreter lock, raise KeyboardInterrupt on Ctrl-C and report progress.
// `progress`, which may be none or null, must outlive the pulse.
inline Pulse listen(const nb::object& progress) {
    return Pulse([&progress](const char* stage, double share) {
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (progress.is_valid() && !progress.is_none()) progress(stage, share);
    });
}

template <class T>
const T* data_or_null(const std::optional<In<T>>& array) {
    return array ? array->data() : nullptr;
}

inline CsrRows csr(const I64& offsets, const U32& symbols, std::size_t num_symbols) {
    if (offsets.size() == 0)
        throw std::invalid_argument("offsets are empty: rows need one more of them than there are rows");
    const CsrRows rows{offsets.data(), symbols.data(), offsets.size() - 1, num_symbols};
    rows.check_offsets(symbols.size());
    return rows;
}

inline GivenWords words_of(const U64& words, std::size_t num_symbols) {
    check_words(words.data(), words.size(), num_symbols);
    return {words.data(), words.size()};
}

// Null where there are none.
inline const double* weights_of(const std::optional<F64>& weights, std::size_t num_rows) {
    if (weights && weights->size() != num_rows)
        throw std::invalid_argument(std::to_string(weights->size()) + " weights for " +
                                    std::to_string(num_rows) + " rows");
    return data_or_null(weights);
}

using RowParts = std::tuple<Out<std::int64_t>, Out<std::uint32_t>>;  // offsets, symbols or levels

inline RowParts give_rows(RowList rows) {
    return {give(std::move(rows.offsets)), give(std::move(rows.symbols))};
}

// Runs `work(pulse)` without the interpreter lock.
template <class Work>
auto unlocked(const nb::object& progress, const Work& work) {
    Pulse pulse = listen(progress);
    nb::gil_scoped_release release;
    return work(pulse);
}

// A read-only array of a diagram, of a kernel or of Python, which keeps its memory.
template <class T>
using Column = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
Column<T> as_column(Array<T> array) {
    return handed_over<Column<T>>(std::move(array));
}

// A ZDD between Python and the kernels: arrays, a family in a store, or both. Arrays of a family in a store
// are made once, when somebody asks for them; a family of arrays comes into a store with its first operation.
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
    const nb::object silent;  // null, as references may be counted with the lock only
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

// An NZDD between Python and the kernels.
struct NzddHandle {
    std::uint64_t num_nodes;
    Column<std::uint32_t> source, target;
    Column<std::int64_t> label_offsets;
    Column<std::uint32_t> labels;
    Column<double> multiplicity;

    NzddView view() const {
        return {num_nodes, source.size(), source.data(), target.data(), label_offsets.data(), labels.data()};
    }
};

inline NzddHandle give(Nzdd nzdd) {
    return {nzdd.num_nodes,
            as_column(std::move(nzdd.source)),
            as_column(std::move(nzdd.target)),
            as_column(std::move(nzdd.label_offsets)),
            as_column(std::move(nzdd.labels)),
            as_column(std::move(nzdd.multiplicity))};
}

// One a bindings.cpp.
void bind_algebra(nb::module_& module);
void bind_build(nb::module_& module);
void bind_colouring(nb::module_& module);
void bind_covers(nb::module_& module);
void bind_diagram(nb::module_& module);
void bind_families(nb::module_& module);
void bind_interior_point(nb::module_& module);
void bind_monomials(nb::module_& module);
void bind_path_graph(nb::module_& module);
void bind_multiset(nb::module_& module);
void bind_multiset_parts(nb::module_& module);
void bind_ordering(nb::module_& module);
void bind_queries(nb::module_& module);
void bind_rules(nb::module_& module);
void bind_sharing(nb::module_& module);
void bind_shortest_rows(nb::module_& module);
void bind_states(nb::module_& module);
void bind_vertices(nb::module_& module);

}  // namespace nzdd
