// epoll and deadlines. If a callback closes another watch in the same round, that watch is removed from the batch.
#include "loop.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

static uint64_t clock_ns(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t mono_ns(void) { return clock_ns(CLOCK_MONOTONIC); }
uint64_t real_ns(void) { return clock_ns(CLOCK_REALTIME); }

bool loop_start(struct loop *l) {
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    return l->epoll >= 0;
}

static void strike(struct loop *l, const struct watch *w) {
    for (int i = 0; i < l->batched; i++)
        if (l->batch[i].data.ptr == w) l->batch[i].data.ptr = NULL;
}

void loop_watch(struct loop *l, struct watch *w, uint32_t events) {
    if (events == w->events) return;
    struct epoll_event e = {.events = events, .data.ptr = w};
    int what = EPOLL_CTL_MOD;
    if (!w->events) what = EPOLL_CTL_ADD;
    if (!events) what = EPOLL_CTL_DEL;
    epoll_ctl(l->epoll, what, w->fd, &e);
    if (!events) strike(l, w);
    w->events = events;
}

void loop_close(struct loop *l, struct watch *w) {
    if (w->fd < 0) return;
    loop_watch(l, w, 0);
    close(w->fd);
    w->fd = -1;
}

void loop_clear(struct loop *l, struct timer *t) {
    for (struct timer **p = &l->timers; *p; p = &(*p)->next) {
        if (*p != t) continue;
        *p = t->next;
        break;
    }
    t->at = 0;
}

void loop_set(struct loop *l, struct timer *t, uint64_t from_now_ns) {
    loop_clear(l, t);
    t->at = mono_ns() + from_now_ns;
    t->next = l->timers;
    l->timers = t;
}

static int wait_ms(const struct loop *l) {
    uint64_t first = UINT64_MAX;
    for (const struct timer *t = l->timers; t; t = t->next)
        if (t->at < first) first = t->at;
    if (first == UINT64_MAX) return -1;
    uint64_t now = mono_ns();
    if (first <= now) return 0;
    uint64_t ms = (first - now + 999999) / 1000000;
    return ms > 60000 ? 60000 : (int)ms;
}

// Runs one timer at a time, because the list may change with each.
static void run_timers(struct loop *l) {
    uint64_t now = mono_ns();
    for (struct timer *t = l->timers; t;) {
        if (t->at > now) {
            t = t->next;
            continue;
        }
        loop_clear(l, t);
        t->due(t->owner);
        t = l->timers;
    }
}

void loop_run(struct loop *l) {
    while (!l->stop) {
        l->batched = epoll_wait(l->epoll, l->batch, LOOP_BATCH, wait_ms(l));
        if (l->batched < 0 && errno != EINTR) return;
        for (int i = 0; i < l->batched; i++) {
            struct watch *w = l->batch[i].data.ptr;
            if (w) w->ready(w->owner, l->batch[i].events);
        }
        l->batched = 0;
        run_timers(l);
        if (l->after) l->after(l->owner);
    }
}
