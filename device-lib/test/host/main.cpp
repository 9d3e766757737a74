// Runs one program of the system suite in one process, without Java and MPI: for sanitizers, and for GPUs by hand.
//
//   host_emulated|host_cuda [--gpus N] [--ranks N] [--threads N] [--path near|network] [--entry NAME] [--seed N]
//                           [--limit SECONDS] [--unmatched N] [--userdata BYTES] PROGRAM
//
// Prints what the ranks log. Exit codes as those of the runtime: 0, or 3 where the job failed, with the cause on stderr.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include "process.h"

namespace test_host {

namespace {

struct options {
    job_shape job;
    std::string program;
    std::string entry = "test";
    std::uint64_t seed = 1;
    int limit_seconds = 120;
};

class job {
   public:
    explicit job(const options &how)
        : how_(how), gpus_(make_machine(how.job.gpus, how.program, how.entry)), network_(how.seed) {
        const memory_plan plan = plan_memory(how.job);
        std::vector<std::uint64_t> arenas;
        for (int gpu = 0; gpu < how.job.gpus; gpu++) {
            processes_.push_back(std::make_unique<process>(
                gpu, how.job, plan,
                process::surroundings{*gpus_, network_, failures_, tell, [this](std::uint32_t epoch) { arrive(epoch); }}));
            arenas.push_back(processes_.back()->arena());
        }
        for (auto &process : processes_) process->launch(arenas);
    }

    /// Returns the exit code.
    int run() {
        while (!failures_.failed() && !all_over()) {
            if (clock::now() - start_ > std::chrono::seconds(how_.limit_seconds)) {
                failures_.report("still running after " + std::to_string(how_.limit_seconds) + " s");
                tell_waits();
            } else if (!work()) {
                std::this_thread::sleep_for(std::chrono::microseconds(20));
            }
        }
        if (!failures_.failed()) return 0;
        give_up();
        std::fprintf(stderr, "%s\n", failures_.message().c_str());
        return 3;
    }

   private:
    using clock = std::chrono::steady_clock;

    static void tell(std::uint32_t rank, const std::string &line) { std::printf("[rank %u] %s\n", rank, line.c_str()); }

    bool work() {
        bool worked = false;
        for (auto &process : processes_) worked |= process->work();
        return network_.deliver([this](const message &what) { return deliver(what); }) || worked;
    }

    bool deliver(const message &what) {
        process &target = *processes_[what.target / how_.job.ranks];
        if (!target.can_deliver(what)) return false;
        if (what.is_get) {
            std::vector<char> bytes;
            if (!target.read_window(what, bytes)) return true;
            processes_[what.source / how_.job.ranks]->complete_get(what.source, what.buffer, bytes);
        }
        target.deliver(what);
        return true;
    }

    bool all_over() {
        bool over = true;
        for (auto &process : processes_) over &= process->is_over();
        return over;
    }

    void arrive(std::uint32_t epoch) {
        if (++arrived_ < processes_.size()) return;
        arrived_ = 0;
        for (auto &process : processes_) __atomic_store_n(&process->control().world_barrier, epoch, __ATOMIC_RELEASE);
    }

    /// The other ranks end at their next look around; what they still have to say is heard.
    void give_up() {
        for (auto &process : processes_) __atomic_store_n(&process->control().abort, 1, __ATOMIC_RELEASE);
        const clock::time_point deadline = clock::now() + std::chrono::milliseconds(500);
        while (clock::now() < deadline && !all_over()) {
            work();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    void tell_waits() {
        for (auto &process : processes_) std::fputs(process->describe_waits().c_str(), stderr);
    }

    const options how_;
    std::unique_ptr<machine> gpus_;
    network network_;
    failure_board failures_;
    std::vector<std::unique_ptr<process>> processes_;
    std::uint32_t arrived_ = 0;
    const clock::time_point start_ = clock::now();
};

std::uint64_t number(const char *option, const char *text) {
    char *end = nullptr;
    const unsigned long long value = std::strtoull(text, &end, 10);
    if (*text == '\0' || *end != '\0') throw std::invalid_argument(std::string(option) + " needs a number, not '" + text + "'");
    return value;
}

void take_option(options &how, const std::string &name, const char *value) {
    if (name == "--path") {
        how.job.near = std::strcmp(value, "network") != 0;
    } else if (name == "--entry") {
        how.entry = value;
    } else if (name == "--gpus") {
        how.job.gpus = static_cast<int>(number("--gpus", value));
    } else if (name == "--ranks") {
        how.job.ranks = static_cast<std::uint32_t>(number("--ranks", value));
    } else if (name == "--threads") {
        how.job.threads = static_cast<std::uint32_t>(number("--threads", value));
    } else if (name == "--seed") {
        how.seed = number("--seed", value);
    } else if (name == "--limit") {
        how.limit_seconds = static_cast<int>(number("--limit", value));
    } else if (name == "--unmatched") {
        how.job.unmatched_slots = static_cast<std::uint32_t>(number("--unmatched", value));
    } else if (name == "--userdata") {
        how.job.userdata_bytes = number("--userdata", value);
    } else {
        throw std::invalid_argument("unknown option " + name);
    }
}

options read_options(int argc, char **argv) {
    options how;
    for (int i = 1; i < argc; i++) {
        const std::string name = argv[i];
        if (name.rfind("--", 0) != 0) {
            how.program = name;
        } else if (++i < argc) {
            take_option(how, name, argv[i]);
        } else {
            throw std::invalid_argument(name + " needs a value");
        }
    }
    if (how.program.empty()) throw std::invalid_argument("name a program: a shared object, or a fatbin on CUDA");
    return how;
}

}  // namespace

}  // namespace test_host

int main(int argc, char **argv) {
    int code = 2;
    try {
        code = test_host::job(test_host::read_options(argc, argv)).run();
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "%s\n", problem.what());
    }
    std::fflush(nullptr);
    // Blocks of a failed job never end; leave without waiting for them.
    _exit(code);
}
