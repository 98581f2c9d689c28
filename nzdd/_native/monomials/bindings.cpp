// Monomials of largest reward: monomial_search.hpp branches, weighted_cover.hpp bounds, best_list.hpp
// keeps.
#include "bindings.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "monomials/best_list.hpp"
#include "monomials/monomial_search.hpp"
#include "monomials/weighted_cover.hpp"

namespace nzdd {
namespace {

// rewards, signs, offsets, literals
using MonomialParts = std::tuple<Out<double>, Out<double>, Out<std::int64_t>, Out<std::uint32_t>>;

class Monomials {
public:
    // `bits` row by row; `label` is 1 or -1.
    Monomials(const In<std::uint8_t>& bits, std::size_t num_attributes, const F64& label) {
        rows_.num_rows = label.size();
        rows_.num_literals = 2 * num_attributes;
        if (bits.size() != rows_.num_rows * num_attributes)
            throw std::invalid_argument(std::to_string(bits.size()) + " bits for " +
                                        std::to_string(label.size()) + " rows of " +
                                        std::to_string(num_attributes) + " attributes");
        rows_.bits.assign(rows_.num_rows * rows_.words(), 0);
        for (std::size_t i = 0; i < rows_.num_rows; ++i)
            for (std::size_t j = 0; j < num_attributes; ++j) {
                const std::size_t literal = 2 * j + (bits.data()[i * num_attributes + j] == 0);
                rows_.bits[i * rows_.words() + literal / 64] |= Word{1} << (literal % 64);
            }
        label_.append(label.data(), label.size());
    }

    MonomialParts best(const F64& weight, const U32& first, const U32& second, const F64& amount,
                       const F64& penalty, std::uint64_t count, double above, const nb::object& progress) {
        check(weight, first, second, amount);
        if (penalty.size() == 0)
            throw std::invalid_argument("penalty is empty: it needs one number for each order from 0 up");
        BestList best(count, above);
        unlocked(progress, [&](Pulse& pulse) {
            pulse.stage("monomials");
            for (const double sign : {1.0, -1.0}) {
                const Pairs pairs{first.data(), second.data(), amount.data(), amount.size()};
                const WeightedCover cover(rows_, label_.data(), sign, weight.data(), pairs);
                MonomialSearch(cover, sign, penalty.data(), penalty.size() - 1, best).run(pulse);
            }
        });
        Array<double> rewards, signs;
        Array<std::int64_t> offsets{0};
        Array<std::uint32_t> literals;
        for (const RatedMonomial& monomial : best.found()) {
            rewards.push_back(monomial.reward);
            signs.push_back(monomial.sign);
            literals.append(monomial.literals.data(), monomial.literals.size());
            offsets.push_back(static_cast<std::int64_t>(literals.size()));
        }
        return {give(std::move(rewards)), give(std::move(signs)), give(std::move(offsets)),
                give(std::move(literals))};
    }

private:
    void check(const F64& weight, const U32& first, const U32& second, const F64& amount) const {
        if (weight.size() != rows_.num_rows)
            throw std::invalid_argument(std::to_string(weight.size()) + " weights for " +
                                        std::to_string(rows_.num_rows) + " rows");
        if (first.size() != amount.size() || second.size() != amount.size())
            throw std::invalid_argument("the pairs and their amounts differ in number");
        const auto need = [](bool holds, const char* what, std::size_t number, const char* fault) {
            if (!holds) throw std::invalid_argument(what + std::to_string(number) + fault);
        };
        for (std::size_t i = 0; i < weight.size(); ++i)
            need(counts(weight.data()[i]), "weight ", i, " is below 0 or not finite");
        for (std::size_t p = 0; p < amount.size(); ++p) {
            need(counts(amount.data()[p]), "the amount of pair ", p, " is below 0 or not finite");
            const std::uint32_t i = first.data()[p], k = second.data()[p];
            need(i < rows_.num_rows && k < rows_.num_rows && label_[i] != label_[k], "pair ", p,
                 " is not made of two rows of different labels");
        }
    }

    static bool counts(double amount) { return amount >= 0 && std::isfinite(amount); }

    LiteralRows rows_;
    Array<double> label_;
};

}  // namespace

void bind_monomials(nb::module_& module) {
    nb::class_<Monomials>(module, "Monomials")
        .def(nb::init<const In<std::uint8_t>&, std::size_t, const F64&>(), "bits"_a, "num_attributes"_a,
             "label"_a)
        .def("best", &Monomials::best, "weight"_a, "first"_a, "second"_a, "amount"_a, "penalty"_a, "count"_a,
             "above"_a, "progress"_a.none());
}

}  // namespace nzdd
