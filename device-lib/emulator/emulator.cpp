// The C interface of emulator.h.
#include "emulator.h"

#include <cstdio>
#include <exception>

#include "launch.h"
#include "program.h"

using gpurma_emulator::launch;
using gpurma_emulator::program;

namespace {

template <typename Make>
void *or_error(char *error, size_t error_bytes, Make make) {
    try {
        return make();
    } catch (const std::exception &failure) {
        std::snprintf(error, error_bytes, "%s", failure.what());
        return nullptr;
    }
}

}  // namespace

void *gpurma_emulator_load(const char *path, const char *entry, char *error, size_t error_bytes) {
    return or_error(error, error_bytes, [&] { return new program(path, entry); });
}

void *gpurma_emulator_launch(void *loaded, uint32_t blocks, uint32_t threads, uint64_t context, char *error,
                             size_t error_bytes) {
    return or_error(error, error_bytes, [&] {
        return new launch(*static_cast<program *>(loaded), blocks, threads, reinterpret_cast<void *>(context));
    });
}

int gpurma_emulator_poll(void *running) { return static_cast<launch *>(running)->state(); }

int gpurma_emulator_has_returned(void *running, uint32_t block) {
    return static_cast<launch *>(running)->has_returned(block) ? 1 : 0;
}

int gpurma_emulator_fault(void *running, gpurma_emulator_fault_t *out) {
    const launch *watched = static_cast<launch *>(running);
    if (watched->state() != gpurma_emulator_faulted) return 0;
    *out = watched->fault();
    return 1;
}

void gpurma_emulator_free_launch(void *running) {
    launch *ended = static_cast<launch *>(running);
    if (ended->state() == gpurma_emulator_ended) delete ended;
}
