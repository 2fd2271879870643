// sync and shutdown. sync(2) may take long, so it runs in the background.
#include "power.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "background.h"
#include "kinds.h"

#define FAREWELL_NS 200000000u    // for CLOSED to reach the host

struct flush {
    struct stream stream;
    struct background sync;
    bool then_off;
};

static void let_go(struct stream *s) {
    struct flush *f = (struct flush *)s;
    background_leave(&f->sync);
    free(f);
}

static void on_done(void *owner, uint32_t events) {
    (void)events;
    struct flush *f = owner;
    struct link *link = f->stream.link;
    if (f->then_off) loop_set(link->loop, &link->power, FAREWELL_NS);
    stream_close_with(&f->stream, 0, NULL);
}

static void run_sync(void *nothing) {
    (void)nothing;
    sync();
}

static const struct stream_kind kind = {.hangup = let_go, .release = let_go};

static void begin(struct link *link, uint32_t id, bool then_off) {
    struct flush *f = memory(sizeof *f);
    struct buffer none = {0};
    f->then_off = then_off;
    stream_begin(&f->stream, link, id, &kind);
    int error = background_start(&f->sync, link->loop, run_sync, free, NULL, on_done, f);
    if (error)
        stream_close_with(&f->stream, error, strerror(error));
    else
        stream_opened(&f->stream, &none);
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
    // The signal that `systemctl poweroff` leads to, without D-Bus. Belljar's own init obeys it as well.
    bool obeys = access("/run/systemd/system", F_OK) == 0 || access("/run/belljar/init", F_OK) == 0;
    if (obeys && kill(1, SIGRTMIN + 4) == 0) return;
    if (reboot(RB_POWER_OFF) != 0) perror("belljar-guest: powering off");
}
