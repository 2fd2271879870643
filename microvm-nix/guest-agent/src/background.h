// Work that may wait for a disk: it runs on a thread of its own, because the loop must not wait with it.
#ifndef BELLJAR_BACKGROUND_H
#define BELLJAR_BACKGROUND_H

#include "loop.h"

// Starts a detached thread with a small stack; 0 or an errno. (The agent's memory is locked, and of a locked stack the kernel
// allocates all pages.)
int thread_start(void *(*run)(void *self), void *self);

struct background_thread;

struct background {
    struct loop *loop;
    struct watch end;
    struct background_thread *thread;
};

// Starts run(work). When it has returned, `ended` is called with `owner` on the loop's thread. Returns 0 or an errno, and
// takes ownership of `work` in any case: it is freed with `release` when both sides have finished with it.
int background_start(struct background *b, struct loop *loop, void (*run)(void *work), void (*release)(void *work), void *work,
                     void (*ended)(void *owner, uint32_t events), void *owner);
// To be called once after a successful start, when the work has ended or is no longer waited for.
void background_leave(struct background *b);

#endif
