// Some files in /proc take a lock that programs can hold for long: `cmdline` the one of the address space, which a program
// holds while it changes it or waits for a page; `stat`, `exe`, `cwd` and `fd` the one of its execution of a new program. On
// a busy machine that is seconds, and forever if a program wants it so. A thread that waits is left to it. There are at most
// READERS_MOST of them: if all wait, nothing more is read until one of them is done.
#include "reader.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "background.h"
#include "loop.h"

#define READERS_MOST 8
#define EACH_NS 500000000u

struct reader {
    pthread_cond_t asked, answered;
    pid_t pid;    // 0: the reader has nothing to do
    read_job *job;
    alignas(max_align_t) char facts[FACTS_MOST];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reader readers[READERS_MOST];
static int started;

static void *serve(void *self) {
    struct reader *r = self;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (r->pid == 0) pthread_cond_wait(&r->asked, &lock);
        pthread_mutex_unlock(&lock);
        r->job(r->pid, r->facts);
        pthread_mutex_lock(&lock);
        r->pid = 0;
        pthread_cond_signal(&r->answered);
    }
    return NULL;
}

static bool start(struct reader *r) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&r->asked, NULL);
    pthread_cond_init(&r->answered, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return thread_start(serve, r) == 0;
}

// A reader that has nothing to do, or NULL: all are waiting, or one of them already waits for the same.
static struct reader *idle(pid_t pid, read_job *job) {
    struct reader *found = NULL;
    for (int i = 0; i < started; i++) {
        if (readers[i].pid == pid && readers[i].job == job) return NULL;
        if (readers[i].pid == 0) found = &readers[i];
    }
    if (found || started == READERS_MOST || !start(&readers[started])) return found;
    return &readers[started++];
}

static void wait_for(struct reader *r, uint64_t until) {
    uint64_t most = mono_ns() + EACH_NS, at = until < most ? until : most;
    struct timespec t = {.tv_sec = (time_t)(at / 1000000000u), .tv_nsec = (long)(at % 1000000000u)};
    while (r->pid != 0 && pthread_cond_timedwait(&r->answered, &lock, &t) == 0) continue;
}

uint64_t reading_until(void) { return mono_ns() + READING_NS; }

bool reader_run(uint64_t until, pid_t pid, read_job *job, void *facts, size_t size) {
    if (size > FACTS_MOST) abort();
    bool done = false;
    pthread_mutex_lock(&lock);
    struct reader *r = mono_ns() < until ? idle(pid, job) : NULL;
    if (r) {
        memcpy(r->facts, facts, size);
        r->pid = pid;
        r->job = job;
        pthread_cond_signal(&r->asked);
        wait_for(r, until);
        done = r->pid == 0;
        if (done) memcpy(facts, r->facts, size);
    }
    pthread_mutex_unlock(&lock);
    return done;
}
