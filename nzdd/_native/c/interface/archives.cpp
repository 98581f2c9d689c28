// Diagrams to files and back: the format of Python's `save` and `load`.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "c/archive/archive_reader.hpp"
#include "c/archive/archive_writer.hpp"
#include "c/interface/handles.hpp"
#include "diagram/queries/verify.hpp"

using namespace nzdd;

namespace {

using Bytes = std::vector<unsigned char>;

[[noreturn]] void refuse(const std::string& text) { throw Failure(NZDD_BAD_FILE, text); }

template <class T>
Array<T> copy(const std::vector<T>& values) {
    Array<T> array;
    array.append(values.data(), values.size());
    return array;
}

template <class T>
Array<T> vector_of(const ArchiveReader& file, const char* name, const char* type, std::size_t size) {
    const std::vector<T> values = file.numbers<T>(name, type);
    if (values.size() != size)
        refuse(std::string(name) + " has " + std::to_string(values.size()) + " entries, not " +
               std::to_string(size));
    return copy(values);
}

// A count or an index.
std::uint32_t number_of(const ArchiveReader& file, const char* name) {
    const std::int64_t value = file.number(name);
    if (value < 0 || value >= std::int64_t{1} << 32)
        refuse(std::string(name) + " is " + std::to_string(value));
    return static_cast<std::uint32_t>(value);
}

SymbolOrder order_in(const ArchiveReader& file) {
    SymbolOrder order;
    const std::uint32_t number = number_of(file, "num_symbols");
    if (file.has("order")) {
        const Array<std::uint32_t> symbols = vector_of<std::uint32_t>(file, "order", "<u4", number);
        order = order_of(symbols.data(), number);
    }
    order.num_symbols = number;
    if (file.has("names")) {
        const std::vector<char> names = file.numbers<char>("names", "|u1");
        order.names.assign(names.begin(), names.end());
    }
    return order;
}

nzdd_zdd zdd_in(const ArchiveReader& file) {
    SymbolOrder order = order_in(file);
    nzdd_zdd out{Zdd(), std::move(order)};
    Zdd& zdd = out.zdd;
    zdd.level = copy(file.numbers<std::uint32_t>("level", "<u4"));
    const std::size_t size = zdd.level.size();
    zdd.low = vector_of<std::uint32_t>(file, "low", "<u4", size);
    zdd.high = vector_of<std::uint32_t>(file, "high", "<u4", size);
    if (file.has("low_weight") || file.has("high_weight")) {
        zdd.low_weight = vector_of<double>(file, "low_weight", "<f8", size);
        zdd.high_weight = vector_of<double>(file, "high_weight", "<f8", size);
    }
    zdd.root = number_of(file, "root");
    if (const std::string text = fault(zdd.view(), out.order.num_symbols); !text.empty())
        refuse("this is not a ZDD: " + text);
    return out;
}

nzdd_nzdd nzdd_in(const ArchiveReader& file) {
    SymbolOrder order = order_in(file);
    nzdd_nzdd out{Nzdd(), std::move(order)};
    Nzdd& nzdd = out.nzdd;
    nzdd.num_nodes = number_of(file, "num_nodes");
    nzdd.source = copy(file.numbers<std::uint32_t>("source", "<u4"));
    const std::size_t size = nzdd.source.size();
    nzdd.target = vector_of<std::uint32_t>(file, "target", "<u4", size);
    nzdd.label_offsets = vector_of<std::int64_t>(file, "label_offsets", "<i8", size + 1);
    nzdd.labels = copy(file.numbers<std::uint32_t>("labels", "<u4"));
    nzdd.multiplicity = vector_of<double>(file, "multiplicity", "<f8", size);
    const std::string text = nzdd.num_nodes < 2
                                 ? "there are fewer than two nodes"
                                 : fault(out.view(), nzdd.labels.size(), out.order.num_symbols);
    if (!text.empty()) refuse("this is not an NZDD: " + text);
    return out;
}

template <class Handle>
Handle read(const void* bytes, std::size_t size, const char* kind,
            Handle (*diagram_in)(const ArchiveReader&)) {
    const auto* given = need(static_cast<const unsigned char*>(bytes), size, "bytes");
    try {
        return diagram_in(ArchiveReader(given, size, kind));
    } catch (const Failure&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw Failure(NZDD_BAD_FILE, error.what());
    }
}

std::string reason() { return errno != 0 ? std::strerror(errno) : "it cannot be used"; }

// A folder opens as a file does, with any size.
void check_path(const char* path) {
    if (need(path, "path") == 0) throw std::invalid_argument("path is empty; name a file");
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw Failure(NZDD_NO_FILE, std::string(path) + ": it is a directory; name a file");
}

Bytes bytes_of(const char* path) {
    check_path(path);
    errno = 0;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    if (size < 0) throw Failure(NZDD_NO_FILE, std::string(path) + ": " + reason());
    Bytes bytes(static_cast<std::size_t>(size));
    file.seekg(0);
    if (size > 0 && !file.read(reinterpret_cast<char*>(bytes.data()), size))
        throw Failure(NZDD_NO_FILE, std::string(path) + ": " + reason());
    return bytes;
}

template <class Handle>
Handle load(const char* path, const char* kind, Handle (*diagram_in)(const ArchiveReader&)) {
    const Bytes bytes = bytes_of(path);
    try {
        return read(bytes.data(), bytes.size(), kind, diagram_in);
    } catch (const Failure& error) {
        throw Failure(error.status, std::string(path) + ": " + error.what());
    }
}

// Whole or not at all: by way of a file beside it.
void save(const char* path, ArchiveWriter writer) {
    const Bytes bytes = std::move(writer).finish();
    const std::string part = std::string(path) + ".part";
    errno = 0;
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file || std::rename(part.c_str(), path) != 0) {
        const std::string text = std::string(path) + ": " + reason();
        std::remove(part.c_str());
        throw Failure(NZDD_NO_FILE, text);
    }
}

void write_order(ArchiveWriter& writer, const SymbolOrder& order) {
    writer.text("order_name", order.symbols.empty() ? "natural" : "given");
    if (!order.symbols.empty()) writer.vector("order", "<u4", order.symbols.data(), order.symbols.size());
    if (!order.names.empty()) writer.vector("names", "|u1", order.names.data(), order.names.size());
}

template <class T>
void write(ArchiveWriter& writer, const char* name, const char* type, const Array<T>& values) {
    writer.vector(name, type, values.data(), values.size());
}

const char* text_or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

}  // namespace

extern "C" {

nzdd_status nzdd_zdd_save(const nzdd_zdd* zdd, const char* path) {
    return guarded([&] {
        const nzdd_zdd& given = need(zdd, "zdd");
        check_path(path);
        ArchiveWriter writer("zdd");
        writer.number("num_symbols", static_cast<std::int64_t>(given.order.num_symbols));
        write(writer, "level", "<u4", given.zdd.level);
        write(writer, "low", "<u4", given.zdd.low);
        write(writer, "high", "<u4", given.zdd.high);
        writer.number("root", given.zdd.root);
        if (!given.zdd.low_weight.empty()) {
            write(writer, "low_weight", "<f8", given.zdd.low_weight);
            write(writer, "high_weight", "<f8", given.zdd.high_weight);
        }
        write_order(writer, given.order);
        save(path, std::move(writer));
    });
}

nzdd_status nzdd_nzdd_save(const nzdd_nzdd* nzdd, const char* path) {
    return guarded([&] {
        const nzdd_nzdd& given = need(nzdd, "nzdd");
        check_path(path);
        ArchiveWriter writer("nzdd");
        writer.number("num_symbols", static_cast<std::int64_t>(given.order.num_symbols));
        writer.number("num_nodes", static_cast<std::int64_t>(given.nzdd.num_nodes));
        write(writer, "source", "<u4", given.nzdd.source);
        write(writer, "target", "<u4", given.nzdd.target);
        write(writer, "label_offsets", "<i8", given.nzdd.label_offsets);
        write(writer, "labels", "<u4", given.nzdd.labels);
        write(writer, "multiplicity", "<f8", given.nzdd.multiplicity);
        write_order(writer, given.order);
        save(path, std::move(writer));
    });
}

nzdd_status nzdd_zdd_load(const char* path, nzdd_zdd** out) {
    return made(out, [&] { return load(path, "zdd", zdd_in); });
}

nzdd_status nzdd_nzdd_load(const char* path, nzdd_nzdd** out) {
    return made(out, [&] { return load(path, "nzdd", nzdd_in); });
}

nzdd_status nzdd_zdd_read(const void* bytes, size_t size, nzdd_zdd** out) {
    return made(out, [&] { return read(bytes, size, "zdd", zdd_in); });
}

nzdd_status nzdd_nzdd_read(const void* bytes, size_t size, nzdd_nzdd** out) {
    return made(out, [&] { return read(bytes, size, "nzdd", nzdd_in); });
}

const char* nzdd_zdd_names(const nzdd_zdd* zdd) { return zdd ? text_or_null(zdd->order.names) : nullptr; }
const char* nzdd_nzdd_names(const nzdd_nzdd* nzdd) {
    return nzdd ? text_or_null(nzdd->order.names) : nullptr;
}

}  // extern "C"
