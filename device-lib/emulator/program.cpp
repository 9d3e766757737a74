#include "program.h"

#include <dlfcn.h>

#include <stdexcept>
#include <vector>

#include "gpurma/emulator/engine.h"

/// What a compiler makes of an access to a thread_local variable of a library (x86-64 psABI).
struct tls_index {
    std::size_t module;
    std::size_t offset;
};
extern "C" void *__tls_get_addr(tls_index *index);

namespace gpurma_emulator {

namespace {

/// Programs find the engine's functions in the global scope, whichever way this library itself was loaded.
void make_engine_global() {
    Dl_info self;
    if (dladdr(reinterpret_cast<void *>(&gpurma_emulator_barrier), &self) != 0) {
        dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
    }
}

std::vector<std::string> split_qualified(const std::string &name) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end; (end = name.find("::", begin)) != std::string::npos; begin = end + 2) {
        parts.push_back(name.substr(begin, end - begin));
    }
    parts.push_back(name.substr(begin));
    return parts;
}

}  // namespace

std::string mangled_kernel_name(const std::string &entry) {
    const std::vector<std::string> parts = split_qualified(entry);
    std::string name = parts.size() > 1 ? "_ZN" : "_Z";
    for (const std::string &part : parts) name += std::to_string(part.size()) + part;
    return name + (parts.size() > 1 ? "E" : "") + "P14gpurma_context";
}

program::program(const std::string &path, const std::string &entry) {
    make_engine_global();
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    void *symbol = dlsym(library, entry.c_str());
    if (symbol == nullptr) symbol = dlsym(library, mangled_kernel_name(entry).c_str());
    if (symbol == nullptr) {
        throw std::runtime_error(path + " has no kernel `__global__ void " + entry + "(gpurma_context_handle)`");
    }
    kernel_ = reinterpret_cast<kernel_function>(symbol);
    dlinfo(library, RTLD_DI_TLS_MODID, &shared_memory_module_);
}

void program::make_shared_memory() const {
    tls_index begin = {shared_memory_module_, 0};
    if (shared_memory_module_ != 0) __tls_get_addr(&begin);
}

}  // namespace gpurma_emulator
