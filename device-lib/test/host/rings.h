// The host's ends of the queues of one rank (see records.h). One thread uses them.
#pragma once

#include <cstdint>
#include <cstring>

#include "gpurma/detail/records.h"

namespace test_host {

using gpurma::detail::entry;
using gpurma::detail::entry_words;
using gpurma::detail::piece;

/// The words first, then the number that makes them valid.
inline void write_piece(piece *to, const std::uint32_t (&words)[3], std::uint32_t sequence) {
    for (int i = 0; i < 3; i++) __atomic_store_n(&to->word[i], words[i], __ATOMIC_RELAXED);
    __atomic_store_n(&to->sequence, sequence, __ATOMIC_RELEASE);
}

inline bool has_sequence(const piece *at, std::uint32_t sequence) {
    return __atomic_load_n(&at->sequence, __ATOMIC_ACQUIRE) == sequence;
}

/// Reads the entries that a rank writes: commands, log.
class entry_reader {
   public:
    entry_reader() = default;
    entry_reader(char *ring, char *consumed, std::uint32_t slots)
        : ring_(reinterpret_cast<entry *>(ring)), consumed_(reinterpret_cast<std::uint32_t *>(consumed)), slots_(slots) {}

    /// The words of the next entry, if it is there whole.
    bool poll(std::uint32_t (&words)[entry_words]) {
        entry &next = ring_[taken_ & (slots_ - 1)];
        for (const piece &part : next.pieces) {
            if (!has_sequence(&part, taken_ + 1)) return false;
        }
        for (int i = 0; i < entry_words; i++) {
            words[i] = __atomic_load_n(&next.pieces[i / 3].word[i % 3], __ATOMIC_RELAXED);
        }
        taken_++;
        __atomic_store_n(consumed_, taken_, __ATOMIC_RELEASE);
        return true;
    }

   private:
    entry *ring_ = nullptr;
    std::uint32_t *consumed_ = nullptr;
    std::uint32_t slots_ = 0;
    std::uint32_t taken_ = 0;
};

/// Acknowledgements: a rank has one command under way that is acknowledged, so the ring never fills.
class ack_writer {
   public:
    ack_writer() = default;
    ack_writer(char *ring, std::uint32_t slots) : ring_(reinterpret_cast<entry *>(ring)), slots_(slots) {}

    void write(std::uint32_t opcode, std::uint32_t token, std::uint64_t value) {
        entry &next = ring_[written_ & (slots_ - 1)];
        written_++;
        const std::uint32_t words[4][3] = {{opcode, token, 0},
                                           {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32), 0}};
        for (int i = 3; i >= 0; i--) write_piece(&next.pieces[i], words[i], written_);
    }

   private:
    entry *ring_ = nullptr;
    std::uint32_t slots_ = 0;
    std::uint32_t written_ = 0;
};

/// The host's lane to a rank.
class lane_writer {
   public:
    lane_writer() = default;
    lane_writer(char *ring, char *consumed, std::uint32_t pieces)
        : ring_(reinterpret_cast<piece *>(ring)), consumed_(reinterpret_cast<std::uint32_t *>(consumed)), pieces_(pieces) {}

    bool has_room(std::uint32_t payload_bytes) const { return written_ + 2 + pieces_of(payload_bytes) - taken() <= pieces_; }

    /// Whether the rank has moved every payload into its window.
    bool packets_are_taken() const { return static_cast<std::int32_t>(taken() - packets_end_) >= 0; }

    void write(const std::uint32_t (&header)[3], std::uint32_t source, const char *payload, std::uint32_t bytes) {
        append(header);
        append({source, 0, 0});
        for (std::uint32_t done = 0; done < bytes; done += gpurma::detail::payload_bytes_per_piece) {
            std::uint32_t words[3] = {};
            const std::uint32_t rest = bytes - done;
            std::memcpy(words, payload + done, rest < sizeof words ? rest : sizeof words);
            append(words);
        }
        if (bytes > 0) packets_end_ = written_;
    }

   private:
    static std::uint32_t pieces_of(std::uint32_t bytes) {
        return (bytes + gpurma::detail::payload_bytes_per_piece - 1) / gpurma::detail::payload_bytes_per_piece;
    }
    std::uint32_t taken() const { return __atomic_load_n(consumed_, __ATOMIC_ACQUIRE); }
    void append(const std::uint32_t (&words)[3]) {
        piece *slot = ring_ + (written_ & (pieces_ - 1));
        written_++;
        write_piece(slot, words, written_);
    }

    piece *ring_ = nullptr;
    std::uint32_t *consumed_ = nullptr;
    std::uint32_t pieces_ = 0;
    std::uint32_t written_ = 0;
    std::uint32_t packets_end_ = 0;
};

}  // namespace test_host
