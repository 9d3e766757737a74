// Notified access from host to host in C++ and MPI: what org.gpurma.runtime.bench.HostAccess does in Java.
//
//     mpicxx -std=c++17 -O3 host_to_host.cpp -o host_to_host
//     mpirun -n 2 ./host_to_host [--rounds N] [--repetitions N]
//
// A message of header and payload arrives in a receive buffer, the payload is copied into the target's window, the
// target answers with the same.
#include <mpi.h>

#include <cstdint>
#include <cstring>

#include "rows.h"

constexpr int header_bytes = 64;
constexpr int largest = 1 << 20;
constexpr int slot_bytes = header_bytes + largest;
constexpr int slots = 4;

struct header {
    std::uint32_t tag, bytes;
};

class side {
   public:
    explicit side(int me) : me_(me), message_(slot_bytes), received_(slots * size_t{slot_bytes}), window_(largest) {
        for (int i = 0; i < slots; i++) {
            MPI_Recv_init(slot(i), slot_bytes, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &receives_[i]);
            MPI_Start(&receives_[i]);
        }
    }

    ~side() {
        MPI_Wait(&send_, MPI_STATUS_IGNORE);
        for (MPI_Request &receive : receives_) {
            MPI_Cancel(&receive);
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            MPI_Request_free(&receive);
        }
    }

    double ping_pong(int bytes, int rounds) {
        rows::stopwatch since;
        for (int i = 0; i < rounds; i++) {
            if (me_ == 0) put(bytes, i);
            take(i);
            if (me_ == 1) put(bytes, i);
        }
        return since.us() / 2 / rounds;
    }

   private:
    char *slot(int index) { return received_.data() + index * size_t{slot_bytes}; }

    void put(int bytes, int tag) {
        MPI_Wait(&send_, MPI_STATUS_IGNORE);
        const header head{static_cast<std::uint32_t>(tag), static_cast<std::uint32_t>(bytes)};
        std::memcpy(message_.data(), &head, sizeof head);
        MPI_Isend(message_.data(), header_bytes + bytes, MPI_BYTE, 1 - me_, 1, MPI_COMM_WORLD, &send_);
    }

    void take(int tag) {
        int arrived = 0, sent = 0;
        while (arrived == 0) {
            // A send may need the sender's own doing to go on.
            MPI_Test(&send_, &sent, MPI_STATUS_IGNORE);
            MPI_Test(&receives_[next_], &arrived, MPI_STATUS_IGNORE);
        }
        header head;
        std::memcpy(&head, slot(next_), sizeof head);
        if (head.tag != static_cast<std::uint32_t>(tag)) MPI_Abort(MPI_COMM_WORLD, 1);
        std::memcpy(window_.data(), slot(next_) + header_bytes, head.bytes);
        MPI_Start(&receives_[next_]);
        next_ = (next_ + 1) % slots;
    }

    int me_;
    std::vector<char> message_, received_, window_;
    MPI_Request receives_[slots];
    MPI_Request send_ = MPI_REQUEST_NULL;
    int next_ = 0;
};

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    const int rounds = rows::number(count, arguments, "rounds", 5000);
    const int repetitions = rows::number(count, arguments, "repetitions", 7);
    int me = 0, processes = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (processes != 2) {
        std::fprintf(stderr, "usage: mpirun -n 2 host_to_host\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    {
        side mine(me);
        for (int bytes = 0; bytes <= largest; bytes = bytes == 0 ? 4 : 2 * bytes) {
            const int made = rows::rounds_for(rounds, bytes);
            std::vector<double> times;
            mine.ping_pong(bytes, made);
            for (int i = 0; i < repetitions; i++) times.push_back(mine.ping_pong(bytes, made));
            if (me == 0) rows::print({"C++ and MPI", "host_to_host", "host", bytes, 2, 1, made, "us"}, times);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
