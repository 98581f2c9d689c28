// Fuzzes the C interface with archives, compressed rows and conditions of any content: c_interface CASES
// SEED, or linked with libFuzzer (-DNZDD_LIBFUZZER -fsanitize=fuzzer). A find is a crash, or a report of the
// sanitizers that the library was built with; what is accepted is used.
#include <nzdd/nzdd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "c/archive/archive_writer.hpp"

namespace {

using Bytes = std::vector<unsigned char>;

// Values from the bytes of an input, zeros behind its end.
class Input {
public:
    Input(const unsigned char* bytes, std::size_t size) : next_(bytes), end_(bytes + size) {}

    std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }
    unsigned byte() { return next_ < end_ ? *next_++ : 0; }
    unsigned below(unsigned end) { return (byte() | byte() << 8) % end; }

    template <class T>
    T value() {
        T value{};
        for (std::size_t i = 0; i < sizeof(T); ++i) reinterpret_cast<unsigned char*>(&value)[i] = byte();
        return value;
    }

    // Mostly small, sometimes anything.
    template <class T>
    T number(unsigned most) {
        if (byte() % 16 == 0) return value<T>();
        return static_cast<T>(below(most + 1));
    }

private:
    const unsigned char *next_, *end_;
};

void use(nzdd_zdd* zdd) {
    if (!zdd) return;
    nzdd_zdd_view view;
    nzdd_zdd_show(zdd, &view);
    std::uint64_t limb;
    std::size_t limbs;
    nzdd_zdd_count(zdd, 1, &limb, &limbs);
    if (view.num_symbols < 1000) {
        nzdd_rows* rows = nullptr;
        nzdd_zdd *sifted = nullptr, *joined = nullptr;
        nzdd_nzdd* nzdd = nullptr;
        nzdd_search* search = nullptr;
        nzdd_zdd_rows(zdd, 0, 100, nullptr, &rows);
        nzdd_zdd_sifted(zdd, 10000, nullptr, &sifted);
        nzdd_combine(NZDD_JOIN, zdd, sifted ? sifted : zdd, 10000, nullptr, &joined);
        nzdd_nzdd_from_zdd(zdd, NZDD_FEW_NONZEROS, nullptr, nullptr, &nzdd);
        nzdd_search_new(zdd, nullptr, &search);
        const std::vector<double> lengths(view.num_symbols + 1, -1.5);
        nzdd_rows* shortest = nullptr;
        if (search) nzdd_search_shortest(search, lengths.data(), 10, INFINITY, 0, nullptr, &shortest);
        nzdd_rows_free(shortest);
        nzdd_search_free(search);
        nzdd_nzdd_free(nzdd);
        nzdd_zdd_free(joined);
        nzdd_zdd_free(sifted);
        nzdd_rows_free(rows);
    }
    nzdd_zdd_free(zdd);
}

void use(nzdd_nzdd* nzdd) {
    if (!nzdd) return;
    std::uint64_t limb;
    std::size_t limbs;
    nzdd_nzdd_count(nzdd, 1, &limb, &limbs);
    nzdd_rows* rows = nullptr;
    nzdd_nzdd_rows(nzdd, 0, 100, nullptr, &rows);
    nzdd_rows_free(rows);
    nzdd_nzdd_free(nzdd);
}

void read(const Bytes& bytes) {
    nzdd_zdd* zdd = nullptr;
    nzdd_nzdd* nzdd = nullptr;
    nzdd_zdd_read(bytes.data(), bytes.size(), &zdd);
    nzdd_nzdd_read(bytes.data(), bytes.size(), &nzdd);
    use(zdd);
    use(nzdd);
}

template <class T>
void vector(nzdd::ArchiveWriter& writer, Input& input, const char* name, const char* type, std::size_t size,
            unsigned most) {
    if (input.byte() % 32 == 0) return;  // it is missing
    if (input.byte() % 32 == 0) size = input.below(20);
    std::vector<T> values;
    for (std::size_t i = 0; i < size; ++i) values.push_back(input.number<T>(most));
    writer.vector(name, input.byte() % 32 == 0 ? "<f8" : type, values.data(), values.size());
}

// An archive with valid checksums and arrays of any content.
void read_edited(Input& input) {
    const bool is_zdd = input.byte() % 2;
    nzdd::ArchiveWriter writer(is_zdd ? "zdd" : "nzdd");
    const unsigned symbols = input.below(6), size = 2 + input.below(6);
    writer.number("num_symbols", input.number<std::int64_t>(symbols));
    if (input.byte() % 2) vector<std::uint32_t>(writer, input, "order", "<u4", symbols, symbols);
    if (is_zdd) {
        writer.number("root", input.number<std::int64_t>(size));
        std::vector<std::uint32_t> level{0xffffffff, 0xffffffff}, low{0, 1}, high{0, 1};
        for (unsigned v = 2; v < size; ++v) {
            level.push_back(input.number<std::uint32_t>(symbols));
            low.push_back(input.number<std::uint32_t>(v - 1));
            high.push_back(input.number<std::uint32_t>(v - 1));
        }
        writer.vector("level", "<u4", level.data(), level.size());
        writer.vector("low", "<u4", low.data(), low.size());
        writer.vector("high", "<u4", high.data(), high.size() - (input.byte() % 64 == 0));
        if (input.byte() % 4 == 0) {
            vector<double>(writer, input, "low_weight", "<f8", size, 9);
            vector<double>(writer, input, "high_weight", "<f8", size, 9);
        }
    } else {
        writer.number("num_nodes", input.number<std::int64_t>(size));
        vector<std::uint32_t>(writer, input, "source", "<u4", size, 2);
        vector<std::uint32_t>(writer, input, "target", "<u4", size, 3);
        vector<std::int64_t>(writer, input, "label_offsets", "<i8", size + 1, 3);
        vector<std::uint32_t>(writer, input, "labels", "<u4", size, symbols);
        vector<double>(writer, input, "multiplicity", "<f8", size, 9);
    }
    Bytes bytes = std::move(writer).finish();
    for (unsigned count = input.byte() % 8 == 0 ? 1 + input.below(4) : 0; count > 0; --count)
        bytes[input.value<std::uint32_t>() % bytes.size()] ^= static_cast<unsigned char>(input.byte());
    read(bytes);
}

// Offsets within the arrays but in any order, symbols of any size.
void build(Input& input) {
    const unsigned rows = input.below(8), symbols = input.below(70);
    std::vector<std::int64_t> offsets{input.byte() % 32 == 0 ? input.below(3) : 0};
    for (unsigned i = 0; i < rows; ++i)
        offsets.push_back(input.byte() % 32 == 0 ? input.below(20) : offsets.back() + input.below(4));
    const std::size_t size = 1000;
    std::vector<std::uint32_t> values, order;
    std::vector<double> weights;
    for (std::size_t k = 0; k < size; ++k)
        values.push_back(input.left() ? input.number<std::uint32_t>(symbols) : 0);
    for (unsigned i = 0; i < rows; ++i) weights.push_back(input.number<double>(9));
    for (unsigned s = 0; s < symbols; ++s)
        order.push_back(input.byte() % 32 ? symbols - 1 - s : input.below(99));
    nzdd_zdd* zdd = nullptr;
    nzdd_zdd_from_rows(rows, offsets.data(), values.data(), symbols,
                       input.byte() % 2 ? weights.data() : nullptr, input.byte() % 4 ? nullptr : order.data(),
                       nullptr, &zdd);
    use(zdd);
}

// Sets of edges of a small graph that keep some conditions.
void choose(Input& input) {
    const unsigned vertices = 1 + input.below(6), edges = input.below(9);
    std::vector<std::uint32_t> ends, least, most, weights, group;
    std::vector<std::int64_t> prices;
    std::vector<std::int8_t> fixed;
    for (unsigned i = 0; i < 2 * edges; ++i) ends.push_back(input.below(vertices));
    for (unsigned v = 0; v < vertices; ++v) {
        least.push_back(input.byte() % 8 ? 0 : input.number<std::uint32_t>(3));
        most.push_back(least[v] + input.below(5));
        weights.push_back(input.number<std::uint32_t>(9));
        group.push_back(input.byte() % 3 ? UINT32_MAX : input.below(3));
    }
    for (unsigned i = 0; i < edges; ++i) {
        prices.push_back(input.number<std::int64_t>(9) - 4);
        fixed.push_back(static_cast<std::int8_t>(input.byte() % 8 ? 0 : input.below(4) - 1));
    }
    nzdd_conditions* all = nullptr;
    nzdd_conditions_new(&all);
    for (unsigned k = input.below(4); k-- > 0;) {
        const auto low = input.number<std::uint32_t>(4), high = input.number<std::uint32_t>(20);
        switch (input.byte() % 13) {
            case 0:
                nzdd_conditions_degrees(all, vertices, least.data(), most.data());
                break;
            case 1:
                nzdd_conditions_out_degrees(all, vertices, least.data(), most.data());
                break;
            case 2:
                nzdd_conditions_in_degrees(all, vertices, least.data(), most.data());
                break;
            case 3:
                nzdd_conditions_degree_count(all, low, low, high);
                break;
            case 4:
                nzdd_conditions_num_edges(all, low, high);
                break;
            case 5:
                nzdd_conditions_components(all, low, high, low & 1);
                break;
            case 6:
                nzdd_conditions_acyclic(all);
                break;
            case 7:
                nzdd_conditions_bipartite(all);
                break;
            case 8:
                nzdd_conditions_induced(all);
                break;
            case 9:
                nzdd_conditions_partition(all);
                break;
            case 10:
                nzdd_conditions_groups(all, vertices, group.data(), low & 1);
                break;
            case 11:
                nzdd_conditions_component_weights(all, vertices, weights.data(), low, high, low & 1);
                break;
            default:
                nzdd_conditions_sum(all, edges, prices.data(), input.number<std::int64_t>(9) - 6, high);
        }
    }
    if (input.byte() % 2) nzdd_conditions_fixed(all, edges, fixed.data());
    nzdd_zdd *found = nullptr, *within = nullptr;
    nzdd_graphs(vertices, edges, ends.data(), all, nullptr, 1000, nullptr, &found);
    if (found) nzdd_conditions_within(all, found);
    std::vector<std::uint32_t> order(edges);
    for (unsigned i = 0; i < edges; ++i) order[i] = edges - 1 - i;
    nzdd_graphs(vertices, edges, ends.data(), all, input.byte() % 2 ? order.data() : nullptr, 1000, nullptr,
                &within);
    int equal = 1;
    if (found && within) nzdd_zdd_equal(found, within, &equal);
    if (!equal) std::abort();
    nzdd_conditions_free(all);
    nzdd_zdd_free(found);
    nzdd_zdd_free(within);
}

void constrain(Input& input) {
    const unsigned rows = input.below(6), columns = 1 + input.below(4);
    std::vector<std::int64_t> offsets{0};
    for (unsigned i = 0; i < rows; ++i) offsets.push_back(offsets.back() + input.below(4));
    std::vector<std::int32_t> places;
    std::vector<double> values, sides, lower, upper, x;
    const auto any = [&] { return input.number<double>(9) - 4; };
    for (std::int64_t k = 0; k <= offsets.back(); ++k) {
        places.push_back(input.byte() % 64 ? static_cast<std::int32_t>(input.below(columns))
                                           : input.value<int>());
        values.push_back(any());
    }
    for (unsigned i = 0; i <= rows; ++i) sides.push_back(any());
    for (unsigned j = 0; j < columns; ++j) {
        lower.push_back(any());
        upper.push_back(lower.back() + std::abs(any()));
        x.push_back(any());
    }
    nzdd_constraint* constraint = nullptr;
    nzdd_constraint_from_matrix(rows, columns, offsets.data(), places.data(), values.data(), sides.data(),
                                static_cast<nzdd_sense>(input.below(4)), input.byte() % 2 ? 1000 : 0, nullptr,
                                &constraint);
    if (!constraint) return;
    const std::vector<std::uint8_t> integrality(columns, input.byte() % 2);
    nzdd_matrix *cuts = nullptr, *broken = nullptr, *edges = nullptr, *reason = nullptr;
    int holds;
    nzdd_constraint_separate(constraint, x.data(), 9, 1e-6, static_cast<int>(input.below(4)), nullptr, &cuts);
    nzdd_constraint_holds(constraint, lower.data(), upper.data(), &holds);
    nzdd_constraint_reason(constraint, lower.data(), upper.data(), 0, input.byte() % 2, &reason);
    nzdd_constraint_tighten(constraint, integrality.data(), lower.data(), upper.data(), 9, &broken);
    nzdd_nzdd* diagram = nullptr;
    if (nzdd_constraint_extended(constraint, static_cast<nzdd_minimize>(input.byte() % 2), nullptr, &diagram,
                                 &edges) == NZDD_OK) {
        nzdd_nzdd_view view;
        nzdd_nzdd_show(diagram, &view);
        std::vector<double> least(view.num_nodes), most(view.num_nodes);
        nzdd_constraint_potential_bounds(constraint, diagram, lower.data(), upper.data(), least.data(),
                                         most.data());
    }
    nzdd_matrix_free(cuts);
    nzdd_matrix_free(broken);
    nzdd_matrix_free(edges);
    nzdd_matrix_free(reason);
    nzdd_nzdd_free(diagram);
    nzdd_constraint_free(constraint);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
    Input input(bytes, size);
    switch (input.byte() % 5) {
        case 0:
            read(Bytes(bytes + (size > 0), bytes + size));
            break;
        case 1:
            read_edited(input);
            break;
        case 2:
            build(input);
            break;
        case 3:
            choose(input);
            break;
        default:
            constrain(input);
    }
    return 0;
}

#ifndef NZDD_LIBFUZZER
int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const long long cases = std::atoll(argv[1]);
    for (long long number = 0; number < cases; ++number) {
        std::mt19937_64 random(std::strtoull(argv[2], nullptr, 10) + static_cast<std::uint64_t>(number));
        Bytes bytes(random() % 600);
        for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%lld inputs\n", cases);
    return 0;
}
#endif
