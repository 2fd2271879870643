// The one loop of the agent: epoll for descriptors, a short list for deadlines. Everything runs on its thread.
#ifndef BELLJAR_LOOP_H
#define BELLJAR_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>

#define LOOP_BATCH 64

struct watch {
    int fd;
    uint32_t events;    // 0: not watched at all (epoll reports hang-ups even when asked for nothing)
    void (*ready)(void *owner, uint32_t events);
    void *owner;
};

struct timer {
    uint64_t at;    // CLOCK_MONOTONIC ns; 0: off
    void (*due)(void *owner);
    void *owner;
    struct timer *next;
};

struct loop {
    int epoll;
    struct timer *timers;
    struct epoll_event batch[LOOP_BATCH];
    int batched;
    bool stop;
    void (*after)(void *owner);    // called when a round is over: what it gave rise to is sent in one go
    void *owner;
};

uint64_t mono_ns(void);
uint64_t real_ns(void);

bool loop_start(struct loop *l);
void loop_run(struct loop *l);
// Watches the descriptor for `events`; 0 removes it at once, including events already received in this round.
void loop_watch(struct loop *l, struct watch *w, uint32_t events);
// Removes and closes the descriptor.
void loop_close(struct loop *l, struct watch *w);
void loop_set(struct loop *l, struct timer *t, uint64_t from_now_ns);
void loop_clear(struct loop *l, struct timer *t);

#endif
