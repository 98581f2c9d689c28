// Operations on families: each in a store of its own.
#include "algebra/operations.hpp"

#include "c/interface/handles.hpp"

using namespace nzdd;

namespace {

// `work(machine)` gives the number of a family in the order of `f`.
template <class Work>
nzdd_status operated(const nzdd_zdd* f, std::uint64_t max_steps, const nzdd_watch* watch, nzdd_zdd** out,
                     const Work& work) {
    return made(out, [&]() -> nzdd_zdd {
        SymbolOrder order = need(f, "f").order.copy();
        Pulse pulse = listen(watch);
        NodeStore nodes(pulse);
        Results results(pulse);
        Machine machine(nodes, results, limit_of(max_steps), pulse);
        return {nodes.diagram(work(machine, pulse)), std::move(order)};
    });
}

// The number of `g` among the families in the order of `f`.
std::uint32_t loaded(NodeStore& nodes, const nzdd_zdd& f, const nzdd_zdd& g, std::uint64_t max_steps,
                     Pulse& pulse) {
    if (f.order.num_symbols != g.order.num_symbols)
        throw std::invalid_argument("f has " + std::to_string(f.order.num_symbols) + " symbols, but g " +
                                    std::to_string(g.order.num_symbols) + "; they must be as many");
    const Array<std::uint32_t> one = f.order.all(), other = g.order.all();
    if (std::equal(one.begin(), one.end(), other.begin())) return nodes.load(g.zdd.view());
    return nodes.load(reordered(g, f.order.copy(), max_steps, pulse).zdd.view());
}

std::uint32_t run(Machine& machine, nzdd_operation operation, std::uint32_t f, std::uint32_t g) {
    if (g == kEmptyFamily && (operation == NZDD_QUOTIENT || operation == NZDD_REMAINDER))
        throw std::invalid_argument("g is empty: a family cannot be divided by no row");
    switch (operation) {
        case NZDD_UNION:
            return machine.run<Union>(f, g);
        case NZDD_INTERSECTION:
            return machine.run<Intersection>(f, g);
        case NZDD_DIFFERENCE:
            return machine.run<Difference>(f, g);
        case NZDD_SYMMETRIC_DIFFERENCE:
            return machine.run<SymmetricDifference>(f, g);
        case NZDD_JOIN:
            return machine.run<JoinEitherWay>(f, g);
        case NZDD_MEET:
            return machine.run<MeetEitherWay>(f, g);
        case NZDD_QUOTIENT:
            return machine.run<Quotient>(f, g);
        case NZDD_REMAINDER:
            return machine.run<Remainder>(f, g);
        case NZDD_SUPERSETS:
            return machine.run<SupersetsOf>(f, g);
        case NZDD_SUBSETS:
            return machine.run<SubsetsOf>(f, g);
        case NZDD_NONSUPERSETS:
            return machine.run<NonSupersets>(f, g);
        case NZDD_NONSUBSETS:
            break;
    }
    return machine.run<NonSubsets>(f, g);
}

}  // namespace

extern "C" {

nzdd_status nzdd_combine(nzdd_operation operation, const nzdd_zdd* f, const nzdd_zdd* g, uint64_t max_steps,
                         const nzdd_watch* watch, nzdd_zdd** out) {
    return operated(f, max_steps, watch, out, [&](Machine& machine, Pulse& pulse) {
        check_choice(operation, NZDD_NONSUBSETS, "operation", "one of nzdd_operation");
        const std::uint32_t one = machine.nodes().load(f->zdd.view());
        return run(machine, operation, one,
                   loaded(machine.nodes(), *f, need(g, "g"), limit_of(max_steps), pulse));
    });
}

nzdd_status nzdd_minimal(const nzdd_zdd* f, uint64_t max_steps, const nzdd_watch* watch, nzdd_zdd** out) {
    return operated(f, max_steps, watch, out, [&](Machine& machine, Pulse&) {
        return machine.run<Minimal>(machine.nodes().load(f->zdd.view()));
    });
}

nzdd_status nzdd_maximal(const nzdd_zdd* f, uint64_t max_steps, const nzdd_watch* watch, nzdd_zdd** out) {
    return operated(f, max_steps, watch, out, [&](Machine& machine, Pulse&) {
        return machine.run<Maximal>(machine.nodes().load(f->zdd.view()));
    });
}

nzdd_status nzdd_complement(const nzdd_zdd* f, uint64_t max_steps, const nzdd_watch* watch, nzdd_zdd** out) {
    return operated(f, max_steps, watch, out, [&](Machine& machine, Pulse&) {
        NodeStore& nodes = machine.nodes();
        check_room(f->order.num_symbols, 24, "nodes");
        const std::uint32_t all = nodes.power_set(static_cast<std::uint32_t>(f->order.num_symbols));
        return machine.run<Difference>(all, nodes.load(f->zdd.view()));
    });
}

nzdd_status nzdd_zdd_equal(const nzdd_zdd* f, const nzdd_zdd* g, int* equal) {
    return guarded([&] {
        Pulse pulse;
        NodeStore nodes(pulse);
        const std::uint32_t one = nodes.load(need(f, "f").zdd.view());
        const std::uint32_t other = loaded(nodes, *f, need(g, "g"), ~std::uint64_t{0}, pulse);
        need(equal, "equal") = one == other;
    });
}

}  // extern "C"
