// A hint that memory will soon be read.
#pragma once

namespace nzdd {

inline void prefetch_memory(const void* place) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(place);
#else
    static_cast<void>(place);
#endif
}

}  // namespace nzdd
