// The kernel reads a command line from the memory of its process, so whoever reads it waits until the process does not
// change its address space, and for any page fault that then goes first: seconds on a busy machine, and forever if a
// program wants it so. Therefore threads read, and the loop waits for each command line for a short time only. A thread
// that waits longer is left to it; its process has no command line until it is done. No thread is added beyond
// READERS_MOST: then nobody's command line is read until one of them is done.
#include "cmdline.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "loop.h"

#define READERS_MOST 8
#define EACH_NS 500000000u
#define BYTES_MOST 4097

struct reader {
    pthread_cond_t asked, answered;
    pid_t pid;    // whose command line is being read; 0: none
    char path[PATH_MAX];
    char bytes[BYTES_MOST];
    size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reader readers[READERS_MOST];
static int started;

static size_t read_whole(const char *path, char *into, size_t n) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    size_t have = 0;
    for (ssize_t got; have < n && (got = read(fd, into + have, n - have)) > 0;) have += (size_t)got;
    close(fd);
    return have;
}

static void *serve(void *self) {
    struct reader *r = self;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (r->pid == 0) pthread_cond_wait(&r->asked, &lock);
        pthread_mutex_unlock(&lock);
        size_t size = read_whole(r->path, r->bytes, sizeof r->bytes);
        pthread_mutex_lock(&lock);
        r->size = size;
        r->pid = 0;
        pthread_cond_signal(&r->answered);
    }
    return NULL;
}

static bool start(struct reader *r) {
    pthread_condattr_t monotonic;
    pthread_t thread;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&r->asked, NULL);
    pthread_cond_init(&r->answered, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&thread, NULL, serve, r) != 0) return false;
    pthread_detach(thread);
    return true;
}

// A reader that has nothing to do, or NULL: all are waiting, or one of them already waits for this process.
static struct reader *idle(pid_t pid) {
    struct reader *found = NULL;
    for (int i = 0; i < started; i++) {
        if (readers[i].pid == pid) return NULL;
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

struct cmdlines cmdlines_begin(void) { return (struct cmdlines){.proc = "/proc", .until = mono_ns() + CMDLINES_NS}; }

size_t cmdline_read(const struct cmdlines *c, pid_t pid, char *into, size_t n) {
    size_t size = 0;
    pthread_mutex_lock(&lock);
    struct reader *r = mono_ns() < c->until ? idle(pid) : NULL;
    if (r) {
        snprintf(r->path, sizeof r->path, "%s/%d/cmdline", c->proc, (int)pid);
        r->pid = pid;
        pthread_cond_signal(&r->asked);
        wait_for(r, c->until);
        if (r->pid == 0) size = r->size < n ? r->size : n;
        memcpy(into, r->bytes, size);
    }
    pthread_mutex_unlock(&lock);
    return size;
}
