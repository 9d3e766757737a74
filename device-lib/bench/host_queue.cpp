// The queue ping-pong between two CPU threads: the row "CPU only" of the GPU RMA thesis, table 4.1, and the Java host
// loop against the C++ one where there is no GPU.
//
//     g++ -std=c++17 -O3 -pthread host_queue.cpp -o host_queue
//     ./host_queue [--rounds N] [--repetitions N]                     the host loop is a thread of this program
//     ./host_queue --other "Java host loop" --file /dev/shm/X         it is another process on the same file
#include <thread>

#include "host_queue.h"

using namespace host_queue;

static double round_trips(area &shared, int rounds, std::uint32_t &sequence) {
    entry answer;
    rows::stopwatch since;
    for (int i = 0; i < rounds; i++) {
        sequence++;
        const entry question = {{{{sequence, 0, 0}, 0}, {}, {}, {}}};
        write(shared.ping[(sequence - 1) % slots], sequence, question);
        const entry &slot = shared.pong[(sequence - 1) % slots];
        await([&] { return take(slot, sequence, answer); }, "an answer did not come within a minute");
        store_release(shared.pong_taken, sequence);
        if (answer.pieces[0].word[0] != sequence) give_up("the answer is not the question");
    }
    return since.us() / rounds;
}

int main(int count, char **arguments) {
    const int rounds = rows::number(count, arguments, "rounds", 20000);
    const int repetitions = rows::number(count, arguments, "repetitions", 7);
    const char *other = rows::option(count, arguments, "other", nullptr);
    const std::uint32_t entries = static_cast<std::uint32_t>(rounds) * static_cast<std::uint32_t>(repetitions + 1);

    static area own;
    area &shared = other == nullptr ? own : shared_file(rows::option(count, arguments, "file", ""));
    std::thread host;
    if (other == nullptr) {
        host = std::thread([&] { answer_all(shared, entries); });
    } else {
        await_other_host(shared, entries);
    }
    std::uint32_t sequence = 0;
    round_trips(shared, rounds, sequence);
    std::vector<double> times;
    for (int i = 0; i < repetitions; i++) times.push_back(round_trips(shared, rounds, sequence));
    if (host.joinable()) host.join();
    rows::print({other == nullptr ? "C++ host loop" : other, "queue_round_trip", "host", 64, 2, 1, rounds, "us"}, times);
}
