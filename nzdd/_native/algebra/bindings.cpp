// Families combined. operations.hpp lists those in operations/ (set_operations.hpp, products.hpp,
// row_by_row.hpp, division.hpp, containment.hpp, symbols.hpp, change.hpp, neighbours.hpp, sizes.hpp), which
// machine.hpp runs over node_store.hpp in the terms of task.hpp; reorder.hpp changes the order of the
// symbols, paths.hpp takes the rows of an NZDD. store/: families share store.hpp, where roots.hpp knows those
// in use and operands.hpp brings them together.
#include "bindings.hpp"

#include "algebra/operations.hpp"
#include "algebra/paths.hpp"
#include "algebra/reorder.hpp"
#include "algebra/store/operands.hpp"

namespace nzdd {
namespace {

using Limit = std::optional<std::uint64_t>;

// What `work(operands, machine)` gives, or nothing where it takes too many steps. With a limit, steps are
// counted as if no earlier result were known: they do not depend on what was done before.
template <class Work>
auto operate(Operands::Families families, Limit max_steps, const Work& work) {
    const nb::object silent = nb::none();
    return unlocked(silent, [&](Pulse& pulse) {
        return Operands::in_store_of(families, pulse, [&](Operands& operands) {
            std::optional<Results> own;
            Results& results = max_steps ? own.emplace(operands.pulse()) : operands.results();
            Machine machine(operands.nodes(), results, max_steps.value_or(~std::uint64_t{0}),
                            operands.pulse());
            std::optional<decltype(work(operands, machine))> result;
            try {
                result = work(operands, machine);
            } catch (const OutOfSteps&) {
            }
            return result;
        });
    });
}

// What `work(machine, diagram)` makes in a store of its own, or nothing where it takes too many steps.
template <class Work>
std::optional<ZddHandle> apart(const auto& f, Limit max_steps, const Work& work) {
    const auto diagram = f.view();
    std::optional<Zdd> made = unlocked(nb::none(), [&](Pulse& pulse) -> std::optional<Zdd> {
        NodeStore nodes(pulse);
        Results results(pulse);
        Machine machine(nodes, results, max_steps.value_or(~std::uint64_t{0}), pulse);
        try {
            return nodes.diagram(work(machine, diagram));
        } catch (const OutOfSteps&) {
            return std::nullopt;
        }
    });
    if (!made) return std::nullopt;
    return give(std::move(*made));
}

template <class Operation>
void bind_unary(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const ZddHandle& f, Limit max_steps) {
            return operate({&f}, max_steps, [&](Operands& operands, Machine& machine) {
                return operands.give(machine.run<Operation>(operands.load(f)));
            });
        },
        "f"_a, "max_steps"_a.none());
}

template <class Operation>
void bind_with_number(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const ZddHandle& f, std::uint32_t number, Limit max_steps) {
            return operate({&f}, max_steps, [&](Operands& operands, Machine& machine) {
                return operands.give(machine.run<Operation>(operands.load(f), number));
            });
        },
        "f"_a, "number"_a, "max_steps"_a.none());
}

// `work(operands, machine, f, g)` of both families, which are in one order.
template <class Work>
auto of_both(const ZddHandle& f, const ZddHandle& g, Limit max_steps, const Work& work) {
    return operate({&f, &g}, max_steps, [&](Operands& operands, Machine& machine) {
        const std::uint32_t first = operands.load(f);
        return work(operands, machine, first, operands.load(g));
    });
}

template <class Operation>
void bind_binary(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const ZddHandle& f, const ZddHandle& g, Limit max_steps) {
            return of_both(f, g, max_steps,
                           [](Operands& operands, Machine& machine, std::uint32_t one, std::uint32_t other) {
                               return operands.give(machine.run<Operation>(one, other));
                           });
        },
        "f"_a, "g"_a, "max_steps"_a.none());
}

template <class Operation>
void bind_question(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const ZddHandle& f, const ZddHandle& g, Limit max_steps) {
            return of_both(f, g, max_steps,
                           [](Operands&, Machine& machine, std::uint32_t one, std::uint32_t other) {
                               return machine.run<Operation>(one, other) == kYes;
                           });
        },
        "f"_a, "g"_a, "max_steps"_a.none());
}

void bind_equality(nb::module_& module) {
    module.def(
        "equal",
        [](const ZddHandle& f, const ZddHandle& g) {
            return *of_both(
                f, g, std::nullopt,
                [](Operands&, Machine&, std::uint32_t one, std::uint32_t other) { return one == other; });
        },
        "f"_a, "g"_a);
    module.def(
        "same",
        [](const ZddHandle& f, const ZddHandle& g) -> std::optional<bool> {
            const ZddHandle::Stored one = f.stored(), other = g.stored();
            if (!one || !other || one->store() != other->store()) return std::nullopt;
            return one->equals(*other);
        },
        "f"_a, "g"_a, "Whether they are one family of one store; None where they do not share one.");
}

}  // namespace

void bind_algebra(nb::module_& module) {
    bind_binary<Union>(module, "union");
    bind_binary<Intersection>(module, "intersection");
    bind_binary<Difference>(module, "difference");
    bind_binary<SymmetricDifference>(module, "symmetric_difference");
    bind_question<IsSubset>(module, "issubset");
    bind_question<IsDisjoint>(module, "isdisjoint");
    bind_binary<JoinEitherWay>(module, "join");
    bind_binary<MeetEitherWay>(module, "meet");
    bind_binary<Quotient>(module, "quotient");
    bind_binary<Remainder>(module, "remainder");
    bind_binary<Change>(module, "change");
    bind_binary<NonSupersets>(module, "nonsupersets");
    bind_binary<NonSubsets>(module, "nonsubsets");
    bind_binary<Onset>(module, "onset");
    bind_binary<Offset>(module, "offset");
    bind_binary<SupersetsOf>(module, "supersets");
    bind_binary<SubsetsOf>(module, "subsets_of");
    bind_binary<RemoveOne>(module, "remove_one");
    bind_binary<AddOne>(module, "add_one");
    bind_binary<ExchangeOne>(module, "exchange_one");
    bind_unary<Minimal>(module, "minimal");
    bind_unary<Maximal>(module, "maximal");
    bind_with_number<AtLeast>(module, "at_least");
    bind_with_number<AtMost>(module, "at_most");
    bind_equality(module);
    module.def(
        "complement",
        [](const ZddHandle& f, std::uint32_t num_levels, Limit max_steps) {
            return operate({&f}, max_steps, [&](Operands& operands, Machine& machine) {
                const std::uint32_t rows = operands.load(f);
                return operands.give(machine.run<Difference>(machine.nodes().power_set(num_levels), rows));
            });
        },
        "f"_a, "num_levels"_a, "max_steps"_a.none());
    module.def(
        "reordered",
        [](const ZddHandle& f, const U32& levels, Limit max_steps) {
            return apart(f, max_steps, [&](Machine& machine, const ZddView& zdd) {
                return load_reordered(machine, zdd, levels.data());
            });
        },
        "f"_a, "levels"_a, "max_steps"_a.none());
    module.def(
        "from_nzdd",
        [](const NzddHandle& f, std::optional<U32> rank, Limit max_steps) {
            return apart(f, max_steps, [&](Machine& machine, const NzddView& nzdd) {
                return load_paths(machine, nzdd, data_or_null(rank));
            });
        },
        "f"_a, "rank"_a.none(), "max_steps"_a.none());
    module.def(
        "covered_vertices",
        [](const ZddHandle& f, const U32& first, const U32& second, Limit max_steps) {
            return apart(f, max_steps, [&](Machine& machine, const ZddView& zdd) {
                return load_covered(machine, zdd, first.data(), second.data());
            });
        },
        "f"_a, "first"_a, "second"_a, "max_steps"_a.none());
    module.def(
        "store_bytes",
        [](const ZddHandle& f) -> std::size_t {
            const ZddHandle::Stored stored = f.stored();
            return stored ? stored->store()->num_bytes() : 0;
        },
        "f"_a, "The memory of the store that the family is in; 0 where it is in none.");
}

}  // namespace nzdd
