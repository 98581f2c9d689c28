// What is in a .nzdd file, read without the library: read_archive FILE
#include <cstdio>
#include <fstream>
#include <iterator>

#include <nzdd/c/archive/archive_reader.hpp>

int main(int argc, char** argv) try {
    if (argc != 2) throw std::runtime_error("usage: read_archive FILE");
    std::ifstream stream(argv[1], std::ios::binary);
    if (!stream) throw std::runtime_error(std::string(argv[1]) + " cannot be read");
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    const nzdd::ArchiveReader file(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                                   "nzdd");

    const auto source = file.numbers<std::uint32_t>("source", "<u4");
    const auto target = file.numbers<std::uint32_t>("target", "<u4");
    const auto offsets = file.numbers<std::int64_t>("label_offsets", "<i8");
    const auto labels = file.numbers<std::uint32_t>("labels", "<u4");
    const auto multiplicity = file.numbers<double>("multiplicity", "<f8");
    std::printf("%lld nodes, %zu edges\n", static_cast<long long>(file.number("num_nodes")), source.size());
    for (std::size_t e = 0; e < source.size(); ++e) {
        std::printf("%u -> %u, weight %g:", source.at(e), target.at(e), multiplicity.at(e));
        for (std::int64_t k = offsets.at(e); k < offsets.at(e + 1); ++k)
            std::printf(" %u", labels.at(static_cast<std::size_t>(k)));
        std::printf("\n");
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
