// Reads a .nzdd file, of which docs/reference/format.md says what is in it: a zip of numpy arrays. It needs
// nothing else of nzdd and no library but zlib, so that it can be taken as it is, or as a pattern.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace nzdd {

class ArchiveReader {
public:
    // An array as it is in the file: its type in the terms of numpy, such as "<u4", its shape, and its bytes.
    struct Member {
        std::string type;
        std::vector<std::uint64_t> shape;
        std::vector<unsigned char> bytes;
    };

    // `kind`: "zdd", "nzdd" or "extended formulation". Throws std::runtime_error where the file is something
    // else, or damaged.
    ArchiveReader(const unsigned char* bytes, std::size_t size, const std::string& kind)
        : data_(bytes), size_(size) {
        read_directory();
        const std::vector<std::string> format = texts("format");
        if (format.size() < 2 || format[0].rfind("nzdd ", 0) != 0) refuse("it is not an nzdd archive");
        if (format[0].substr(5) != kind) refuse("it holds '" + format[0].substr(5) + "', not '" + kind + "'");
        if (format[1] != "1") refuse("it has format version " + format[1] + "; this reader knows version 1");
        for (std::size_t i = 2; i < format.size(); ++i)
            if (!has(format[i])) refuse(format[i] + " is missing");
    }

    bool has(const std::string& name) const { return members_.count(name) > 0; }

    const Member& at(const std::string& name) const {
        if (!has(name)) refuse(name + " is missing");
        return members_.at(name);
    }

    // A vector of numbers of one type, which is written as `type`.
    template <class T>
    std::vector<T> numbers(const std::string& name, const char* type) const {
        const Member& member = at(name);
        if (member.type != type || member.shape.size() != 1) refuse(name + " is no vector of " + type);
        std::vector<T> values(member.bytes.size() / sizeof(T));
        if (!values.empty()) std::memcpy(values.data(), member.bytes.data(), member.bytes.size());
        return values;
    }

    // One integer.
    std::int64_t number(const std::string& name) const {
        const Member& member = at(name);
        if (member.type != "<i8" || !member.shape.empty()) refuse(name + " is no integer");
        std::int64_t value;
        std::memcpy(&value, member.bytes.data(), sizeof(value));
        return value;
    }

    // Strings, which numpy keeps in four bytes a character; those of nzdd itself are ASCII.
    std::vector<std::string> texts(const std::string& name) const {
        const Member& member = at(name);
        if (member.type.rfind("<U", 0) != 0) refuse(name + " is no text");
        const std::size_t width = std::stoul("0" + member.type.substr(2));
        std::vector<std::string> values;
        for (std::size_t at = 0; at < member.bytes.size(); at += 4 * width) {
            values.emplace_back();
            for (std::size_t i = at; i < at + 4 * width && member.bytes[i] != 0; i += 4)
                values.back() += static_cast<char>(member.bytes[i]);
        }
        return values;
    }

private:
    [[noreturn]] static void refuse(const std::string& text) { throw std::runtime_error(text); }

    // A number of so many bytes, the least significant first.
    std::uint64_t word(std::uint64_t at, int count) const {
        if (at > size_ || size_ - at < static_cast<std::uint64_t>(count)) refuse("the file is truncated");
        std::uint64_t value = 0;
        for (int i = count; i-- > 0;) value = value << 8 | data_[at + static_cast<std::uint64_t>(i)];
        return value;
    }

    void read_directory() {
        if (size_ >= 2 && word(0, 2) == 0x8b1f) refuse("it is a gzip file; unpack it first");
        std::uint64_t end = size_ < 22 ? 0 : size_ - 22;  // of the directory: a record without a comment
        while (end > 0 && word(end, 4) != 0x06054b50) --end;
        if (end == 0) refuse("it is not a zip file");
        std::uint64_t count = word(end + 10, 2), at = word(end + 16, 4);
        if (end >= 20 && word(end - 20, 4) == 0x07064b50) {  // that of a large file
            const std::uint64_t large = word(end - 12, 8);
            if (word(large, 4) != 0x06064b50) refuse("its directory is damaged");
            count = word(large + 32, 8);
            at = word(large + 48, 8);
        }
        for (; count > 0; --count) {
            if (word(at, 4) != 0x02014b50) refuse("its directory is damaged");
            std::uint64_t packed = word(at + 20, 4), plain = word(at + 24, 4), start = word(at + 42, 4);
            const std::uint64_t name_size = word(at + 28, 2), extra = word(at + 30, 2);
            const std::uint64_t extra_end = at + 46 + name_size + extra;
            word(extra_end, 0);
            for (std::uint64_t e = at + 46 + name_size; e + 4 <= extra_end; e += 4 + word(e + 2, 2)) {
                std::uint64_t next = e + 4;
                if (word(e, 2) != 1) continue;  // those sizes that do not fit into four bytes
                for (std::uint64_t* value : {&plain, &packed, &start})
                    if (*value == 0xffffffff) *value = word(next, 8), next += 8;
            }
            std::string name(reinterpret_cast<const char*>(data_) + at + 46, name_size);
            if (name.size() > 4 && name.substr(name.size() - 4) == ".npy") name.resize(name.size() - 4);
            const std::uint64_t method = word(at + 10, 2), sum = word(at + 16, 4);
            if (word(start, 4) != 0x04034b50) refuse(name + " is not where the directory says");
            start += 30 + word(start + 26, 2) + word(start + 28, 2);
            if (start > size_ || packed > size_ - start) refuse("the file is truncated");
            members_[name] = array(name, unpacked(name, start, packed, plain, method, sum));
            at = extra_end + word(at + 32, 2);
        }
    }

    std::vector<unsigned char> unpacked(const std::string& name, std::uint64_t start, std::uint64_t packed,
                                        std::uint64_t plain, std::uint64_t method, std::uint64_t sum) const {
        // Nothing is compressed by more than a factor of 1032: no size is believed unseen.
        if ((method != 0 && method != 8) || (method == 0 && plain != packed) || plain / 1033 > packed)
            refuse(name + " is compressed in a way that nzdd never writes");
        std::vector<unsigned char> bytes(data_ + start, data_ + start + packed);
        if (method == 8) {
            std::vector<unsigned char> source = std::move(bytes);
            bytes.assign(plain, 0);
            z_stream stream{};
            if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
            stream.next_in = source.data();
            stream.next_out = bytes.data();
            std::uint64_t in = packed, out = plain;
            int state = Z_OK;
            while (state == Z_OK) {  // zlib counts in 32 bits
                if (stream.avail_in == 0)
                    in -= stream.avail_in = static_cast<uInt>(std::min<std::uint64_t>(in, kPart));
                if (stream.avail_out == 0)
                    out -= stream.avail_out = static_cast<uInt>(std::min<std::uint64_t>(out, kPart));
                state = inflate(&stream, Z_NO_FLUSH);
            }
            const bool whole = state == Z_STREAM_END && stream.avail_out == 0 && out == 0;
            inflateEnd(&stream);
            if (!whole) refuse(name + " is damaged");
        }
        uLong crc = crc32(0, nullptr, 0);
        for (std::uint64_t at = 0; at < bytes.size(); at += kPart)
            crc = crc32(crc, bytes.data() + at,
                        static_cast<uInt>(std::min<std::uint64_t>(bytes.size() - at, kPart)));
        if (crc != sum) refuse(name + " is damaged: its checksum differs");
        return bytes;
    }

    // A file of numpy: magic, version 1.0, the size of a header in two bytes, the header, the bytes.
    static Member array(const std::string& name, std::vector<unsigned char> bytes) {
        if (bytes.size() < 10 || std::memcmp(bytes.data(), "\x93NUMPY\x01\x00", 8) != 0)
            refuse(name + " is no array of numpy, version 1.0");
        const std::size_t begin = 10 + bytes[8] + 256u * bytes[9];
        if (begin > bytes.size()) refuse(name + " has a damaged header");
        const std::string header(bytes.begin() + 10, bytes.begin() + static_cast<std::ptrdiff_t>(begin));
        const auto after = [&](const std::string& key) {
            const std::size_t at = header.find("'" + key + "': ");
            if (at == std::string::npos) refuse(name + " has a damaged header");
            return at + key.size() + 4;
        };
        Member member;
        const std::size_t type = after("descr") + 1, shape = after("shape") + 1;
        member.type = header.substr(type, header.find('\'', type) - type);
        std::uint64_t count = 1;
        for (std::size_t at = shape; at < header.size() && header[at] != ')';) {
            if (header[at] < '0' || header[at] > '9') {
                ++at;
                continue;
            }
            std::uint64_t length = 0;
            for (; at < header.size() && header[at] >= '0' && header[at] <= '9'; ++at)
                length =
                    std::min<std::uint64_t>(10 * length + static_cast<unsigned>(header[at] - '0'), kMost);
            member.shape.push_back(length);
            count = length == 0 ? 0 : count > kMost / length ? kMost : count * length;
        }
        if (member.shape.size() > 1 && header.compare(after("fortran_order"), 5, "False") != 0)
            refuse(name + " has its columns first");
        const std::size_t width = width_of(name, member.type);
        if ((bytes.size() - begin) % width != 0 || (bytes.size() - begin) / width != count)
            refuse(name + " has " + std::to_string(bytes.size() - begin) + " bytes, which its shape is not");
        member.bytes.assign(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end());
        return member;
    }

    // Bytes of an element. Only what nzdd writes: integers, floats, bools and text; nothing that is code.
    static std::size_t width_of(const std::string& name, const std::string& type) {
        for (const char* known : {"|b1", "|u1", "<u4", "<i4", "<u8", "<i8", "<f8"})
            if (type == known) return static_cast<std::size_t>(known[2] - '0');
        const bool is_text = type.size() > 2 && type.size() < 10 && type.compare(0, 2, "<U") == 0 &&
                             type.find_first_not_of("0123456789", 2) == std::string::npos;
        if (!is_text || std::stoul(type.substr(2)) == 0) refuse(name + " has the type " + type);
        return 4 * std::stoul(type.substr(2));
    }

    static constexpr std::uint64_t kPart = 1u << 30, kMost = std::uint64_t{1} << 60;

    const unsigned char* data_;
    std::uint64_t size_;
    std::map<std::string, Member> members_;
};

}  // namespace nzdd
