#include "signals.h"

#include <signal.h>

#include <cstdint>
#include <mutex>

#include "block.h"
#include "launch.h"

namespace gpurma_emulator {

namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;
constexpr int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
struct sigaction handled_before[NSIG];

const char *describe(int signal) {
    switch (signal) {
        case SIGSEGV:
        case SIGBUS:
            return "illegal address";
        case SIGFPE:
            return "arithmetic error";
        case SIGABRT:
            return "abort() or a failed assert()";
        default:
            return "illegal instruction";
    }
}

void hand_on(int signal, siginfo_t *info, void *machine) {
    const struct sigaction &before = handled_before[signal];
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal, info, machine);
    } else if (before.sa_handler == SIG_DFL) {
        sigaction(signal, &before, nullptr);
        raise(signal);
    } else if (before.sa_handler != SIG_IGN) {
        before.sa_handler(signal);
    }
}

void on_fault(int signal, siginfo_t *info, void *machine) {
    block *where = block::current();
    if (where == nullptr) {
        hand_on(signal, info, machine);
        return;
    }
    where->owner().record_fault(*where, signal, reinterpret_cast<uint64_t>(info->si_addr), describe(signal));
    park();
}

}  // namespace

void install_fault_handlers() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action = {};
        action.sa_sigaction = on_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        for (int signal : caught) sigaction(signal, &action, &handled_before[signal]);
    });
}

fault_stack::fault_stack() : memory_(new char[signal_stack_bytes]) {
    stack_t stack = {};
    stack.ss_sp = memory_.get();
    stack.ss_size = signal_stack_bytes;
    sigaltstack(&stack, nullptr);
}

fault_stack::~fault_stack() {
    stack_t stack = {};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
}

}  // namespace gpurma_emulator
