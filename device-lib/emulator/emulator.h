// The emulator as the host runtime drives it: load a program, launch its kernel, watch it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What stopped a launch that faulted.
typedef struct {
    uint32_t block;
    uint32_t thread;
    int32_t signal;  ///< 0 where no signal was involved
    uint32_t reserved;
    uint64_t address;  ///< of the access, for SIGSEGV and SIGBUS
    char message[96];
} gpurma_emulator_fault_t;

enum { gpurma_emulator_running = 0, gpurma_emulator_ended = 1, gpurma_emulator_faulted = 2 };

/// Loads the shared object at `path` and finds its kernel `entry`, a function of one gpurma_context pointer, by plain or
/// C++ name (also "space::name"). Null on failure, with the reason in `error`.
void *gpurma_emulator_load(const char *path, const char *entry, char *error, size_t error_bytes);

/// Starts `blocks` blocks of `threads` CUDA threads on OS threads of their own and returns at once. Null on failure.
void *gpurma_emulator_launch(void *program, uint32_t blocks, uint32_t threads, uint64_t context, char *error,
                             size_t error_bytes);

/// running, ended or faulted. A faulted launch never ends: the blocks that run on do so until the process exits.
int gpurma_emulator_poll(void *launch);

/// Whether a block has returned: 1 or 0. What it wrote is visible to who sees 1.
int gpurma_emulator_has_returned(void *launch, uint32_t block);

/// Fills `out` and returns 1 if the launch faulted; returns 0 otherwise.
int gpurma_emulator_fault(void *launch, gpurma_emulator_fault_t *out);

/// Frees an ended launch; a faulted or running one is left to the process's end.
void gpurma_emulator_free_launch(void *launch);

#ifdef __cplusplus
}
#endif
