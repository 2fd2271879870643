// The thread reports its end by closing a pipe. Of the two sides, the one that leaves last frees what they share.
#include "background.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "buffer.h"

#define STACK_BYTES (256u << 10)

struct background_thread {
    int end;
    void (*run)(void *work);
    void (*release)(void *work);
    void *work;
    atomic_bool one_has_left;
};

static void leave(struct background_thread *t) {
    if (!atomic_exchange(&t->one_has_left, true)) return;
    t->release(t->work);
    free(t);
}

static void *run(void *self) {
    struct background_thread *t = self;
    int end = t->end;
    t->run(t->work);
    leave(t);
    close(end);
    return NULL;
}

int thread_start(void *(*run_thread)(void *self), void *self) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&small, STACK_BYTES);
    int error = pthread_create(&thread, &small, run_thread, self);
    pthread_attr_destroy(&small);
    return error;
}

int background_start(struct background *b, struct loop *loop, void (*run_work)(void *work), void (*release)(void *work), void *work,
                     void (*ended)(void *owner, uint32_t events), void *owner) {
    int ends[2] = {-1, -1};
    struct background_thread *t = memory(sizeof *t);
    *t = (struct background_thread){.run = run_work, .release = release, .work = work};
    int error = pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
    t->end = ends[1];
    if (!error) error = thread_start(run, t);
    if (error) {
        if (ends[0] >= 0) close(ends[0]);
        if (ends[1] >= 0) close(ends[1]);
        release(work);
        free(t);
        return error;
    }
    *b = (struct background){.loop = loop, .end = {.fd = ends[0], .ready = ended, .owner = owner}, .thread = t};
    loop_watch(loop, &b->end, EPOLLIN);
    return 0;
}

void background_leave(struct background *b) {
    if (!b->thread) return;
    loop_close(b->loop, &b->end);
    leave(b->thread);
    b->thread = NULL;
}
