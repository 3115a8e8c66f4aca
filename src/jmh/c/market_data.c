/*
 * The stores, loads and bulk copies of MarketDataBenchmark and CopyBenchmark, in C: 64 structs of 2 longs and 16
 * doubles in turn, from an object and back into one. After each of them the compiler has to take it that all memory was
 * read and written.
 *
 *   cc -O2 -o market_data market_data.c && ./market_data
 *
 * It prints a line for each figure: its name, the mean in ns of an operation, and half the distance of the quartiles of
 * its repetitions. The report runs it where there is a C compiler, and leaves the rows out where there is none.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STRUCTS 64
#define REPETITIONS 15
#define OPERATIONS 20000000L

/* The fields of MarketData. The compiler copies two of them with one instruction. */
struct market_data {
    int64_t security_id, time;
    double bid_qty[4], ask_qty[4], bid_price[4], ask_price[4];
};

static struct market_data *segment;
static struct market_data value, target;
static long next_struct;

/* The compiler has to take it that all memory was read and written here. */
static inline void consume(void) { __asm__ volatile("" : : : "memory"); }

static inline struct market_data *next(void) {
    struct market_data *at = segment + next_struct;
    next_struct = next_struct == STRUCTS - 1 ? 0 : next_struct + 1;
    return at;
}

static inline void copy_fields(struct market_data *to, const struct market_data *from) {
    to->security_id = from->security_id;
    to->time = from->time;
    for (int i = 0; i < 4; i++) to->bid_qty[i] = from->bid_qty[i];
    for (int i = 0; i < 4; i++) to->ask_qty[i] = from->ask_qty[i];
    for (int i = 0; i < 4; i++) to->bid_price[i] = from->bid_price[i];
    for (int i = 0; i < 4; i++) to->ask_price[i] = from->ask_price[i];
}

static __attribute__((noinline)) void write_fields(long n) {
    for (long i = 0; i < n; i++) {
        copy_fields(next(), &value);
        consume();
    }
}

static __attribute__((noinline)) void read_fields(long n) {
    for (long i = 0; i < n; i++) {
        copy_fields(&target, next());
        consume();
    }
}

static __attribute__((noinline)) void copy_block(long n) {
    for (long i = 0; i < n; i++) {
        memcpy(next(), &value, sizeof value);
        consume();
    }
}

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static void measure(const char *name, void (*operation)(long)) {
    double times[REPETITIONS], sum = 0;
    operation(OPERATIONS);
    for (int i = 0; i < REPETITIONS; i++) {
        double start = nanos();
        operation(OPERATIONS);
        times[i] = (nanos() - start) / OPERATIONS;
        sum += times[i];
    }
    qsort(times, REPETITIONS, sizeof times[0], ascending);
    printf("%s %.3f %.3f\n", name, sum / REPETITIONS,
           (times[REPETITIONS * 3 / 4] - times[REPETITIONS / 4]) / 2);
}

int main(void) {
    segment = aligned_alloc(64, STRUCTS * sizeof *segment);
    if (segment == NULL) {
        return 1;
    }
    memset(segment, 0, STRUCTS * sizeof *segment);
    value.security_id = 0x564552424154494DL;
    for (int i = 0; i < 4; i++) {
        value.bid_qty[i] = 100 * i;
        value.ask_price[i] = 187.24 + i;
    }
    measure("Write", write_fields);
    measure("Read", read_fields);
    measure("Copy", copy_block);
    if (memcmp(segment, &value, sizeof value) != 0 || memcmp(&target, &value, sizeof value) != 0) {
        fprintf(stderr, "what was read is not what was written\n");
        return 1;
    }
    return 0;
}
