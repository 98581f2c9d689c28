// The first edges of a search are those of an NZDD. Symbols that cost nothing are kept apart, as the tag of
// the edge.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/tags.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

class TaggedEdges {
public:
    // `free`: which symbols cost nothing; null: none.
    TaggedEdges(const NzddView& nzdd, const double* multiplicity, std::size_t num_symbols, const bool* free,
                Pulse& pulse)
        : nzdd_(nzdd), multiplicity_(multiplicity), num_symbols_(num_symbols), free_(free), tags_(pulse) {
        const auto num_labels = static_cast<std::size_t>(nzdd.label_offsets[nzdd.num_edges]);
        size_ = num_labels + 2 * nzdd.num_edges;
        check_numbers(num_symbols + 2 * nzdd.num_nodes, size_);
    }

    std::size_t size() const { return size_; }  // no fewer than the nonzeros

    EdgePool edges(WorkBudget& work) {
        Array<Item> labels;
        labels.reserve(static_cast<std::size_t>(nzdd_.label_offsets[nzdd_.num_edges]));
        Array<PoolEdge> edges;
        edges.reserve(nzdd_.num_edges);
        Array<std::uint32_t> tag;
        for (std::size_t e = 0; e < nzdd_.num_edges; ++e) {
            const std::size_t begin = labels.size();
            tag.clear();
            for (std::int64_t k = nzdd_.label_offsets[e]; k < nzdd_.label_offsets[e + 1]; ++k) {
                const std::uint32_t symbol = nzdd_.labels[k];
                (free_ && free_[symbol] ? tag : labels).push_back(symbol);
            }
            std::sort(labels.begin() + begin, labels.end());
            std::sort(tag.begin(), tag.end());
            const auto size = static_cast<std::uint32_t>(labels.size() - begin);
            edges.push_back(
                {begin, size, tags_.number({tag.data(), tag.size()}), kNoItem, kNoItem, multiplicity_[e]});
            work.beat(e);
        }
        EdgePool pool(num_symbols_, std::move(labels));
        for (std::uint64_t node = 2; node < nzdd_.num_nodes; ++node) pool.add_node();
        for (std::size_t e = 0; e < nzdd_.num_edges; ++e) {
            if (nzdd_.source[e] > 0) edges[e].source = pool.source_item(nzdd_.source[e] - 1);
            if (nzdd_.target[e] + std::uint64_t{1} < nzdd_.num_nodes)
                edges[e].target = pool.target_item(nzdd_.target[e] - 1);
            work.beat(pool.add(edges[e]));
        }
        return pool;
    }

    void append_symbols(std::span<const Item> labels, Array<std::uint32_t>& out) const {
        out.append(labels.data(), labels.size());
    }
    void append_tag(std::uint32_t tag, Array<std::uint32_t>& out) const {
        out.append(tags_[tag].data(), tags_[tag].size());
    }

private:
    NzddView nzdd_;
    const double* multiplicity_;
    std::size_t num_symbols_, size_ = 0;
    const bool* free_;
    Tags tags_;
};

}  // namespace nzdd
