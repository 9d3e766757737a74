// Device memory as the host sees it through gdrcopy, found at run time: nothing to install where it is not wanted.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

/// Maps device memory into this process; `open` fails without libgdrapi or its kernel module (gdrdrv).
class gdrcopy {
   public:
    bool open() {
        void *library = dlopen("libgdrapi.so.2", RTLD_NOW);
        if (library == nullptr) library = dlopen("libgdrapi.so", RTLD_NOW);
        if (library == nullptr) return false;
        const auto gdr_open = reinterpret_cast<void *(*)()>(dlsym(library, "gdr_open"));
        pin_ = reinterpret_cast<pin_function>(dlsym(library, "gdr_pin_buffer"));
        map_ = reinterpret_cast<map_function>(dlsym(library, "gdr_map"));
        if (gdr_open == nullptr || pin_ == nullptr || map_ == nullptr) return false;
        handle_ = gdr_open();
        return handle_ != nullptr;
    }

    /// `device` and `bytes` are multiples of 64 KiB, a GPU page. Null where the driver refuses. Mapped until the end of
    /// the process.
    void *map(void *device, std::size_t bytes) const {
        memory mapped{};
        void *host = nullptr;
        const auto address = reinterpret_cast<unsigned long>(device);
        if (pin_(handle_, address, bytes, 0, 0, &mapped) != 0) return nullptr;
        return map_(handle_, mapped, &host, bytes) == 0 ? host : nullptr;
    }

   private:
    /// gdr_mh_t of gdrapi.h.
    struct memory {
        unsigned long handle;
    };
    using pin_function = int (*)(void *, unsigned long, std::size_t, std::uint64_t, std::uint32_t, memory *);
    using map_function = int (*)(void *, memory, void **, std::size_t);

    void *handle_ = nullptr;
    pin_function pin_ = nullptr;
    map_function map_ = nullptr;
};
