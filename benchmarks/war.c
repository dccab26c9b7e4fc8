/* The peer of sweepstake's War kernel: the game as one would write it in C, no tricks.
 *
 * Two ring buffers, one card at a time, xoshiro256** (Blackman and Vigna) for every draw, an
 * unbiased bounded draw by Lemire's method, Fisher and Yates for the deal and for each pick-up.
 * usage: war GAMES RANKS SUITS DOWN SEED; prints the mean length and the seconds of play.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RING 1024

static uint64_t state[4];

static inline uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static uint64_t next_word(void) {
    uint64_t drawn = rotated(state[1] * 5, 7) * 9, t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotated(state[3], 45);
    return drawn;
}

static uint32_t below(uint32_t bound) {
    uint64_t scaled = (next_word() >> 32) * bound;
    if ((uint32_t)scaled < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)scaled < threshold) scaled = (next_word() >> 32) * bound;
    }
    return scaled >> 32;
}

static void shuffle(uint8_t *cards, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = below(last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

typedef struct {
    uint8_t cards[RING];
    int top, count;
} Hand;

static inline uint8_t drawn_from(Hand *hand) {
    uint8_t card = hand->cards[hand->top];
    hand->top = (hand->top + 1) % RING;
    hand->count--;
    return card;
}

static inline void put_under(Hand *hand, uint8_t card) {
    hand->cards[(hand->top + hand->count) % RING] = card;
    hand->count++;
}

static int played(uint8_t *deck, int size, int down) {
    Hand a = {.top = 0, .count = 0}, b = {.top = 0, .count = 0};
    uint8_t table[RING];
    int plays = 0, on_table = 0, owed = 0;
    shuffle(deck, size);
    for (int k = 0; k < size; k += 2) {
        put_under(&a, deck[k]);
        put_under(&b, deck[k + 1]);
    }
    while (a.count && b.count) {
        uint8_t x = drawn_from(&a), y = drawn_from(&b);
        plays++;
        table[on_table++] = x;
        table[on_table++] = y;
        if (owed) {
            owed--;
        } else if (x == y) {
            owed = down;
        } else {
            Hand *taker = x > y ? &a : &b;
            shuffle(table, on_table);
            for (int k = 0; k < on_table; k++) put_under(taker, table[k]);
            on_table = 0;
        }
    }
    return plays;
}

int main(int argc, char **argv) {
    if (argc != 6) return 2;
    long games = atol(argv[1]);
    int ranks = atoi(argv[2]), suits = atoi(argv[3]), down = atoi(argv[4]);
    uint64_t seed = strtoull(argv[5], NULL, 10), total = 0;
    uint8_t deck[RING];
    for (int k = 0; k < 4; k++) { /* splitmix64 */
        uint64_t z = (seed += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        state[k] = z ^ (z >> 31);
    }
    for (int k = 0; k < ranks * suits; k++) deck[k] = k / suits;
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long game = 0; game < games; game++) total += played(deck, ranks * suits, down);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%.6f %.6f\n", (double)total / games,
           end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec));
    return 0;
}
