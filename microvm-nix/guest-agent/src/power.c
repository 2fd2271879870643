// sync and shutdown. sync(2) may take long, so it runs on a thread, the only one besides the loop's; it uses only the
// descriptor with which it reports its end.
#include "power.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "kinds.h"

#define FAREWELL_NS 200000000u    // for CLOSED to reach the host

struct flush {
    struct stream stream;
    struct watch done;
    bool then_off;
};

static void let_go(struct stream *s) {
    struct flush *f = (struct flush *)s;
    loop_close(s->link->loop, &f->done);
    free(f);
}

static void on_done(void *owner, uint32_t events) {
    (void)events;
    struct flush *f = owner;
    struct link *link = f->stream.link;
    if (f->then_off) loop_set(link->loop, &link->power, FAREWELL_NS);
    stream_close_with(&f->stream, 0, NULL);
}

static void *run_sync(void *end) {
    sync();
    close((int)(intptr_t)end);
    return NULL;
}

static const struct stream_kind kind = {.hangup = let_go, .release = let_go};

static void begin(struct link *link, uint32_t id, bool then_off) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        link_refuse(link, id, errno, strerror(errno));
        return;
    }
    struct flush *f = memory(sizeof *f);
    struct buffer none = {0};
    pthread_t thread;
    f->then_off = then_off;
    f->done = (struct watch){.fd = ends[0], .ready = on_done, .owner = f};
    stream_begin(&f->stream, link, id, &kind);
    int error = pthread_create(&thread, NULL, run_sync, (void *)(intptr_t)ends[1]);
    if (error) {
        close(ends[1]);
        stream_close_with(&f->stream, error, strerror(error));
        return;
    }
    pthread_detach(thread);
    stream_opened(&f->stream, &none);
    loop_watch(link->loop, &f->done, EPOLLIN);
}

void sync_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    begin(link, id, false);
}

void shutdown_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    if (link->settings->rehearsal)
        link_refuse(link, id, EPERM, "not over a test socket");
    else
        begin(link, id, true);
}

void power_off(void *unused) {
    (void)unused;
    fputs("belljar-guest: powering off, as the host asked\n", stderr);
    // The signal that `systemctl poweroff` leads to, without D-Bus.
    if (access("/run/systemd/system", F_OK) == 0 && kill(1, SIGRTMIN + 4) == 0) return;
    if (reboot(RB_POWER_OFF) != 0) perror("belljar-guest: powering off");
}
