/* The second peer of sweepstake's War kernel: a C program written with speed in mind.
 *
 * Hands are rings of 64 bytes with a mask, all indices are local, and a bounded draw is the high half of
 * a product, whose bias of less than 2**-26 is left as it is. Decks of at most 64 cards.
 * usage: war GAMES RANKS SUITS DOWN SEED; prints the mean length and the seconds of play.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t s0, s1, s2, s3;

static inline uint64_t word(void) {
    uint64_t drawn = ((s1 * 5 << 7) | (s1 * 5 >> 57)) * 9, t = s1 << 17;
    s2 ^= s0, s3 ^= s1, s1 ^= s2, s0 ^= s3, s2 ^= t, s3 = s3 << 45 | s3 >> 19;
    return drawn;
}

static inline void shuffle(uint8_t *cards, uint32_t count) {
    for (; count > 1; count--) {
        uint32_t other = (word() >> 32) * count >> 32;
        uint8_t card = cards[other];
        cards[other] = cards[count - 1], cards[count - 1] = card;
    }
}

static int played(uint8_t *deck, int size, int down) {
    uint8_t a[64], b[64], table[64];
    uint32_t a_top = 0, b_top = 0, a_end = size / 2, b_end = size / 2, on_table = 0, plays = 0;
    int owed = 0;
    shuffle(deck, size);
    for (int k = 0; k < size / 2; k++) a[k] = deck[2 * k], b[k] = deck[2 * k + 1];
    while (a_top != a_end && b_top != b_end) {
        uint8_t x = a[a_top++ & 63], y = b[b_top++ & 63];
        plays++;
        table[on_table++] = x, table[on_table++] = y;
        if (owed) { owed--; continue; }
        if (x == y) { owed = down; continue; }
        shuffle(table, on_table);
        if (x > y) for (uint32_t k = 0; k < on_table; k++) a[a_end++ & 63] = table[k];
        else for (uint32_t k = 0; k < on_table; k++) b[b_end++ & 63] = table[k];
        on_table = 0;
    }
    return plays;
}

int main(int argc, char **argv) {
    if (argc != 6 || atoi(argv[2]) * atoi(argv[3]) > 64) return 2;
    long games = atol(argv[1]);
    int size = atoi(argv[2]) * atoi(argv[3]), down = atoi(argv[4]);
    uint64_t seed = strtoull(argv[5], NULL, 10), total = 0;
    uint8_t deck[64];
    uint64_t *state[] = {&s0, &s1, &s2, &s3};
    for (int k = 0; k < 4; k++) { /* splitmix64 */
        uint64_t z = (seed += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        *state[k] = z ^ (z >> 31);
    }
    for (int k = 0; k < size; k++) deck[k] = k / atoi(argv[3]);
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long game = 0; game < games; game++) total += played(deck, size, down);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%.6f %.6f\n", (double)total / games,
           end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec));
}
