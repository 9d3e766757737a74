// The emulator against what CUDA's language promises.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "emulator.h"

namespace {

std::string kernels;
int failures = 0;

void expect_equal(const char *what, std::int64_t actual, std::int64_t expected) {
    if (actual == expected) return;
    std::printf("    %s: expected %lld, found %lld\n", what, static_cast<long long>(expected),
                static_cast<long long>(actual));
    failures++;
}

void expect_contains(const char *what, const std::string &actual, const std::string &part) {
    if (actual.find(part) != std::string::npos) return;
    std::printf("    %s: expected '%s' in '%s'\n", what, part.c_str(), actual.c_str());
    failures++;
}

void *load(const char *entry) {
    char error[512] = "";
    void *program = gpurma_emulator_load(kernels.c_str(), entry, error, sizeof error);
    if (program == nullptr) {
        std::printf("    %s: %s\n", entry, error);
        failures++;
    }
    return program;
}

/// Runs to the end or to a fault; returns the final state.
int run(const char *entry, std::uint32_t blocks, std::uint32_t threads, std::vector<std::int64_t> &results,
        gpurma_emulator_fault_t *fault = nullptr) {
    char error[512] = "";
    void *launch = gpurma_emulator_launch(load(entry), blocks, threads, reinterpret_cast<std::uint64_t>(results.data()),
                                          error, sizeof error);
    int state;
    while ((state = gpurma_emulator_poll(launch)) == gpurma_emulator_running) std::this_thread::yield();
    if (fault != nullptr) gpurma_emulator_fault(launch, fault);
    gpurma_emulator_free_launch(launch);
    return state;
}

void shared_memory_belongs_to_a_block() {
    std::vector<std::int64_t> results(8);
    run("sum_in_shared_memory", 8, 256, results);
    for (std::int64_t sum : results) expect_equal("sum", sum, 255 * 256 / 2);
}

void atomics_of_all_blocks_add_up() {
    std::vector<std::int64_t> results(2);
    run("add_atomically", 1, 100, results);
    expect_equal("threads", results[0], 100);
    expect_equal("odd threads", results[1], 50);
}

void warps_vote_and_shuffle() {
    std::vector<std::int64_t> results(16);
    run("use_warps", 1, 128, results);
    for (int warp = 0; warp < 4; warp++) {
        expect_equal("ballot", results[4 * warp], 0xaaaaaaaa);
        expect_equal("sum", results[4 * warp + 1], 32 * 32 * warp + 31 * 32 / 2);
        expect_equal("lane 5", results[4 * warp + 2], 32 * warp + 5);
        expect_equal("all", results[4 * warp + 3], 1);
    }
}

void parts_of_a_warp_exchange_apart() {
    std::vector<std::int64_t> results(64);
    run("use_half_warps", 1, 64, results);
    for (int thread = 0; thread < 64; thread++) expect_equal("minimum", results[thread], thread / 16 * 16);
}

void threads_that_left_are_not_waited_for() {
    std::vector<std::int64_t> results(1);
    run("leave_early", 1, 64, results);
    expect_equal("present", results[0], 32);
}

void an_illegal_address_names_block_and_thread() {
    std::vector<std::int64_t> results(1);
    gpurma_emulator_fault_t fault{};
    expect_equal("state", run("write_to_nowhere", 2, 8, results, &fault), gpurma_emulator_faulted);
    expect_equal("block", fault.block, 1);
    expect_equal("thread", fault.thread, 3);
    expect_equal("address", static_cast<std::int64_t>(fault.address), 8);
    expect_contains("message", fault.message, "illegal address");
}

void a_stack_overflow_is_a_fault() {
    std::vector<std::int64_t> results(1);
    gpurma_emulator_fault_t fault{};
    expect_equal("state", run("overflow_the_stack", 1, 1, results, &fault), gpurma_emulator_faulted);
    expect_contains("message", fault.message, "illegal address");
}

void threads_that_wait_for_each_other_are_a_fault() {
    std::vector<std::int64_t> results(1);
    gpurma_emulator_fault_t fault{};
    expect_equal("state", run("wait_for_each_other", 1, 32, results, &fault), gpurma_emulator_faulted);
    expect_contains("message", fault.message, "16 at a block barrier, 16 at a warp operation");
}

void fences_order_what_atomics_announce() {
    std::vector<std::int64_t> results(1);
    run("pass_by_fences", 2, 4, results);
    expect_equal("message", results[0], 42);
}

void a_kernel_in_a_namespace_is_found() {
    std::vector<std::int64_t> results(1);
    run("space::qualified", 1, 1, results);
    expect_equal("result", results[0], 42);
}

void an_absent_kernel_is_named() {
    char error[512] = "";
    if (gpurma_emulator_load(kernels.c_str(), "no_such_kernel", error, sizeof error) != nullptr) failures++;
    expect_contains("error", error, "no kernel `__global__ void no_such_kernel(gpurma_context_handle)`");
}

void more_blocks_than_cores_make_progress() {
    std::vector<std::int64_t> results(1);
    run("pass_the_turn", 64, 4, results);
    expect_equal("turns", results[0], 64);
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: emulator_test KERNELS.so\n");
        return 2;
    }
    kernels = argv[1];
    const std::vector<std::pair<const char *, std::function<void()>>> tests = {
        {"shared memory belongs to a block", shared_memory_belongs_to_a_block},
        {"atomics of all threads add up", atomics_of_all_blocks_add_up},
        {"warps vote and shuffle", warps_vote_and_shuffle},
        {"parts of a warp exchange apart", parts_of_a_warp_exchange_apart},
        {"threads that left are not waited for", threads_that_left_are_not_waited_for},
        {"fences order what atomics announce", fences_order_what_atomics_announce},
        {"a kernel in a namespace is found", a_kernel_in_a_namespace_is_found},
        {"an absent kernel is named", an_absent_kernel_is_named},
        {"more blocks than cores make progress", more_blocks_than_cores_make_progress},
        {"an illegal address names block and thread", an_illegal_address_names_block_and_thread},
        {"a stack overflow is a fault", a_stack_overflow_is_a_fault},
        {"threads that wait for each other are a fault", threads_that_wait_for_each_other_are_a_fault},
    };
    int failed = 0;
    for (const auto &[name, test] : tests) {
        const int before = failures;
        test();
        std::printf("%s %s\n", failures == before ? "ok  " : "FAIL", name);
        failed += failures == before ? 0 : 1;
    }
    std::printf("%zu passed, %d failed\n", tests.size() - static_cast<std::size_t>(failed), failed);
    std::fflush(stdout);
    // Parked blocks of the faulted launches never end; leave without waiting for them.
    std::_Exit(failed == 0 ? 0 : 1);
}
