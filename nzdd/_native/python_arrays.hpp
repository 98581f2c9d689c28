// Arrays from and to Python, and the pulse that listens to it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/row_words.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/row_list.hpp"

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
// `progress` must outlive the pulse.
inline Pulse listen(const nb::object& progress) {
    return Pulse([&progress](const char* stage, double share) {
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none()) progress(stage, share);
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

}  // namespace nzdd
