// Writes a .nzdd file: a zip of numpy arrays, compressed. See archive_reader.hpp.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace nzdd {

class ArchiveWriter {
public:
    explicit ArchiveWriter(const std::string& kind) : format_{"nzdd " + kind, "1"} {}

    // A vector; `type` in the terms of numpy.
    template <class T>
    void vector(const std::string& name, const char* type, const T* values, std::size_t size) {
        add(name, type, "(" + std::to_string(size) + ",)", values, size * sizeof(T));
        format_.push_back(name);
    }

    void number(const std::string& name, std::int64_t value) {
        add(name, "<i8", "()", &value, sizeof(value));
        format_.push_back(name);
    }

    void text(const std::string& name, const std::string& value) {
        const std::vector<std::uint32_t> characters(value.begin(), value.end());
        add(name, "<U" + std::to_string(value.size()), "()", characters.data(), 4 * value.size());
        format_.push_back(name);
    }

    // All of the file.
    std::vector<unsigned char> finish() && {
        std::size_t width = 0;
        for (const std::string& each : format_) width = std::max(width, each.size());
        std::vector<std::uint32_t> characters(format_.size() * width, 0);
        for (std::size_t i = 0; i < format_.size(); ++i)
            std::copy(format_[i].begin(), format_[i].end(),
                      characters.begin() + static_cast<std::ptrdiff_t>(i * width));
        add("format", "<U" + std::to_string(width), "(" + std::to_string(format_.size()) + ",)",
            characters.data(), 4 * characters.size());
        const std::size_t start = file_.size();
        file_.insert(file_.end(), directory_.begin(), directory_.end());
        put(file_,
            {{0x06054b50, 4}, {0, 4}, {count_, 2}, {count_, 2}, {directory_.size(), 4}, {start, 4}, {0, 2}});
        return std::move(file_);
    }

private:
    using Bytes = std::vector<unsigned char>;
    struct Field {
        std::uint64_t value;
        int size;
    };

    static void put(Bytes& bytes, std::initializer_list<Field> fields) {
        for (const Field& field : fields)
            for (int i = 0; i < field.size; ++i) bytes.push_back((field.value >> (8 * i)) & 0xff);
    }

    void add(const std::string& name, const std::string& type, const std::string& shape, const void* data,
             std::size_t size) {
        std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        header.append(63 - (10 + header.size()) % 64, ' ').push_back('\n');
        Bytes plain{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
        put(plain, {{header.size(), 2}});
        plain.insert(plain.end(), header.begin(), header.end());
        const auto* bytes = static_cast<const unsigned char*>(data);
        if (size > 0) plain.insert(plain.end(), bytes, bytes + size);
        const Bytes packed = compressed(plain);
        const std::string file_name = name + ".npy";
        const std::size_t start = file_.size();
        if (start + packed.size() > kMost)
            throw std::length_error("the archive would be larger than 4 GB; save it from Python");
        const uLong sum = crc32(crc32(0, nullptr, 0), plain.data(), static_cast<uInt>(plain.size()));
        const auto described = [&](Bytes& to) {  // what both headers have
            put(to, {{20, 2},
                     {0, 2},
                     {8, 2},
                     {0, 2},
                     {0x21, 2},
                     {sum, 4},
                     {packed.size(), 4},
                     {plain.size(), 4},
                     {file_name.size(), 2},
                     {0, 2}});
        };
        put(file_, {{0x04034b50, 4}});
        described(file_);
        file_.insert(file_.end(), file_name.begin(), file_name.end());
        file_.insert(file_.end(), packed.begin(), packed.end());
        put(directory_, {{0x02014b50, 4}, {20, 2}});
        described(directory_);
        put(directory_, {{0, 2}, {0, 2}, {0, 2}, {0, 4}, {start, 4}});
        directory_.insert(directory_.end(), file_name.begin(), file_name.end());
        ++count_;
    }

    static Bytes compressed(const Bytes& plain) {
        if (plain.size() > kMost)
            throw std::length_error("an array would be larger than 4 GB; save it from Python");
        z_stream stream{};
        if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
            Z_OK)
            throw std::bad_alloc();
        Bytes packed(deflateBound(&stream, static_cast<uLong>(plain.size())));
        stream.next_in = const_cast<unsigned char*>(plain.data());
        stream.avail_in = static_cast<uInt>(plain.size());
        stream.next_out = packed.data();
        stream.avail_out = static_cast<uInt>(packed.size());
        deflate(&stream, Z_FINISH);
        packed.erase(packed.end() - static_cast<std::ptrdiff_t>(stream.avail_out), packed.end());
        deflateEnd(&stream);
        return packed;
    }

    static constexpr std::uint64_t kMost = 0xf0000000;

    std::vector<std::string> format_;
    Bytes file_, directory_;
    std::uint64_t count_ = 0;
};

}  // namespace nzdd
