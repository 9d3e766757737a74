// The reference that notification matching is held against. It knows what each source sent and in which order; what it
// does not know is how notifications of different sources mix, so it keeps every state that the answers so far allow.
//
// A query takes the oldest matches. Of one source these are its first ones; of several any mixture may be the oldest.
// That the mixture is the same for all queries cannot be seen: of two notifications whose order showed, one is gone.
#pragma once

struct sent_note {
    int window;
    int tag;
};

struct model_query {
    int window;
    int source;  ///< index in the model, or -1
    int tag;     ///< or -1
    int count;
};

/// One rank's notifications. A state is a mask of those not taken yet: bit 4 * source + i for number i of a source.
/// One thread uses it; it lies in shared memory.
class notification_model {
   public:
    static constexpr int sources = 4;
    static constexpr int notes_each = 4;

    __device__ void begin() {
        for (unsigned &word : possible_) word = 0;
        sent_ = arrived_ = 0;
        insert(possible_, everything);
    }

    /// May arrive from now on.
    __device__ void send(int source, int number, sent_note note) {
        notes_[source * notes_each + number] = note;
        sent_ |= bit(source, number);
    }

    /// All that the source sent has arrived.
    __device__ void arrive(int source) { arrived_ |= sent_ & of_source(source); }

    /// Takes note of an answer; false when no state allows it.
    __device__ bool observe(const model_query &asked, bool answer) {
        for (unsigned &word : next_) word = 0;
        for (unsigned state = 0; state <= everything; state++) {
            if (state % 32 == 0 && possible_[state / 32] == 0) {
                state += 31;
            } else if (contains(possible_, state)) {
                if (answer) {
                    take(state, asked);
                } else if (matches(state & arrived_, asked) < asked.count) {
                    insert(next_, state);
                }
            }
        }
        bool any = false;
        for (unsigned i = 0; i < words; i++) {
            possible_[i] = next_[i];
            any = any || next_[i] != 0;
        }
        return any;
    }

    /// Whether a wait is bound to end once everything sent has arrived.
    __device__ bool will_succeed(const model_query &asked) const {
        for (unsigned state = 0; state <= everything; state++) {
            if (contains(possible_, state) && matches(state & sent_, asked) < asked.count) return false;
        }
        return true;
    }

    /// Notes that have been taken in every state that is possible.
    __device__ unsigned surely_taken() const {
        unsigned left = 0;
        for (unsigned state = 0; state <= everything; state++) {
            if (contains(possible_, state)) left |= state;
        }
        return sent_ & ~left;
    }

   private:
    static constexpr unsigned everything = 0xffff;
    static constexpr unsigned words = (everything + 1) / 32;

    __device__ static unsigned bit(int source, int number) { return 1u << (source * notes_each + number); }
    __device__ static unsigned of_source(int source) { return 0xfu << (source * notes_each); }
    __device__ static bool contains(const unsigned (&set)[words], unsigned state) {
        return (set[state / 32] >> state % 32 & 1) != 0;
    }
    __device__ static void insert(unsigned (&set)[words], unsigned state) { set[state / 32] |= 1u << state % 32; }

    __device__ bool takes(const model_query &asked, int source, int number) const {
        const sent_note &note = notes_[source * notes_each + number];
        return note.window == asked.window && (asked.source == -1 || asked.source == source) &&
               (asked.tag == -1 || asked.tag == note.tag);
    }

    __device__ int matches_of(unsigned state, const model_query &asked, int source) const {
        int found = 0;
        for (int number = 0; number < notes_each; number++) {
            if ((state & bit(source, number)) != 0 && takes(asked, source, number)) found++;
        }
        return found;
    }

    __device__ int matches(unsigned state, const model_query &asked) const {
        int found = 0;
        for (int source = 0; source < sources; source++) found += matches_of(state, asked, source);
        return found;
    }

    __device__ unsigned without_first(unsigned state, const model_query &asked, int source, int count) const {
        for (int number = 0; number < notes_each && count > 0; number++) {
            if ((state & sent_ & bit(source, number)) != 0 && takes(asked, source, number)) {
                state &= ~bit(source, number);
                count--;
            }
        }
        return state;
    }

    /// Every way to take the asked number of matches, the first ones of each source.
    __device__ void take(unsigned state, const model_query &asked) {
        int most[sources];
        for (int source = 0; source < sources; source++) most[source] = matches_of(state & sent_, asked, source);
        for (int a = 0; a <= most[0]; a++) {
            for (int b = 0; b <= most[1]; b++) {
                for (int c = 0; c <= most[2]; c++) {
                    const int d = asked.count - a - b - c;
                    if (d < 0 || d > most[3]) continue;
                    unsigned left = without_first(state, asked, 0, a);
                    left = without_first(left, asked, 1, b);
                    left = without_first(left, asked, 2, c);
                    insert(next_, without_first(left, asked, 3, d));
                }
            }
        }
    }

    sent_note notes_[sources * notes_each];
    unsigned possible_[words];
    unsigned next_[words];
    unsigned sent_;
    unsigned arrived_;
};

/// The model of one tag's counter, in totals: what is there lies between what has surely arrived and what was sent.
struct counter_model {
    int sent;
    int arrived;
    int taken;

    /// Takes note of an answer; false when it cannot be.
    __device__ bool observe(int count, bool answer) {
        if (answer ? sent - taken < count : arrived - taken >= count || count == 0) return false;
        if (answer) taken += count;
        return true;
    }
    __device__ bool will_succeed(int count) const { return sent - taken >= count; }
};
