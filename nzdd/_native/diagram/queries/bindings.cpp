// Questions to one diagram. zdd_queries.hpp and nzdd_queries.hpp are sweeps over it, list_rows.hpp lists its
// rows; row_counts.hpp ranks them, random_rows.hpp draws some, probability.hpp and fingerprint.hpp are sums
// over all of them. flow_decomposition.hpp turns a flow into weighted rows; verify.hpp checks invariants.
#include "bindings.hpp"

#include "diagram/queries/fingerprint.hpp"
#include "diagram/queries/probability.hpp"
#include "diagram/queries/random_rows.hpp"
#include "diagram/queries/row_counts.hpp"

namespace nzdd {
namespace {

RandomBits random_bits(const U32& seed) {
    std::seed_seq sequence(seed.data(), seed.data() + seed.size());
    return RandomBits(sequence);
}

// The ranks of a diagram's rows.
class RowRanks {
public:
    explicit RowRanks(ZddHandle zdd)
        : zdd_(std::move(zdd)),
          counts_(unlocked(nb::none(), [&](Pulse& pulse) { return RowCounts(zdd_.view(), pulse); })) {}

    Out<std::uint64_t> count() const { return give(copy(counts_.total())); }

    std::optional<Out<std::uint64_t>> rank(const U32& levels) const {
        std::optional<Array<std::uint64_t>> rank = counts_.rank({levels.data(), levels.size()});
        if (!rank) return std::nullopt;
        return give(std::move(*rank));
    }

    Out<std::uint32_t> unrank(const U64& limbs) const {
        Array<std::uint64_t> rank = copy(limbs);
        trim(rank);
        if (!less({rank.data(), rank.size()}, counts_.total()))
            throw std::invalid_argument("the rank is not below the number of rows");
        Array<std::uint32_t> levels;
        counts_.unrank(rank, levels);
        return give(std::move(levels));
    }

    RowParts random(std::uint64_t count, const U32& seed) const {
        RandomBits bits = random_bits(seed);
        return give_rows(
            unlocked(nb::none(), [&](Pulse& pulse) { return uniform_rows(counts_, count, bits, pulse); }));
    }

private:
    ZddHandle zdd_;
    RowCounts counts_;
};

}  // namespace

void bind_queries(nb::module_& module) {
    nb::class_<RowRanks>(module, "RowRanks")
        .def(nb::init<ZddHandle>(), "zdd"_a)
        .def("count", &RowRanks::count)
        .def("rank", &RowRanks::rank, "levels"_a)
        .def("unrank", &RowRanks::unrank, "limbs"_a)
        .def("random", &RowRanks::random, "count"_a, "seed"_a);
    module.def(
        "count_rows",
        [](const ZddHandle& zdd) {
            const ZddView view = zdd.view();
            return give(unlocked(nb::none(), [&](Pulse& pulse) { return count_rows(view, pulse); }));
        },
        "zdd"_a);
    module.def(
        "count_magnitude",
        [](const ZddHandle& zdd) {
            const ZddView view = zdd.view();
            const Magnitude number = unlocked(nb::none(), [&](Pulse&) { return count_magnitude(view); });
            return std::tuple(number.mantissa, number.exponent);
        },
        "zdd"_a);
    module.def(
        "weighted_rows",
        [](const ZddHandle& zdd, const F64& weights, std::uint64_t count, const U32& seed) {
            RandomBits bits = random_bits(seed);
            return give_rows(unlocked(nb::none(), [&](Pulse& pulse) {
                return weighted_rows(zdd.view(), weights.data(), count, bits, pulse);
            }));
        },
        "zdd"_a, "weights"_a, "count"_a, "seed"_a);
    module.def(
        "probability",
        [](const ZddHandle& zdd, const F64& chance) {
            nb::gil_scoped_release release;
            return probability(zdd.view(), chance.data(), static_cast<std::uint32_t>(chance.size()));
        },
        "zdd"_a, "chance"_a);
    module.def(
        "fingerprint",
        [](const ZddHandle& zdd, const std::optional<U32>& symbols) {
            nb::gil_scoped_release release;
            return fingerprint(zdd.view(), data_or_null(symbols));
        },
        "zdd"_a, "symbols"_a.none());
}

}  // namespace nzdd
