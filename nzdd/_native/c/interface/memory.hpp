// How much memory is free, so that what cannot fit is refused at once.
#pragma once

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

namespace nzdd {

// In bytes: what Linux could free, else all of the machine; no bound where no call tells.
inline std::uint64_t free_memory() {
    std::ifstream file("/proc/meminfo");
    std::uint64_t kilobytes;
    for (std::string name; file >> name;)
        if (name == "MemAvailable:" && file >> kilobytes) return kilobytes << 10;
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0) return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes);
#endif
    return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace nzdd
