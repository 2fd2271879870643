// Commands. The states of a stream: forked → (program runs: OPENED) → child ended → output drained → CLOSED.
//
// A process that inherited the output may hold it open long after the child has ended: 200 ms after the child's end,
// only bytes that are in the pipe at that moment are still delivered. Without credit from the host nothing is read, so
// a writing command blocks, as at a stopped terminal.
#include "exec.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "ends.h"
#include "session.h"

#define GRACE_NS 2000000000u
#define DRAIN_NS 200000000u
#define READS_PER_ROUND 8

struct output {
    struct watch watch;
    int64_t left;    // once draining: bytes that are still delivered
};

struct exec {
    struct stream stream;
    struct exec_plan plan;
    pid_t pid;
    int status;
    bool pty, opened, ended, draining, aborted, timed_out, input_ended;
    struct watch failure, in;
    struct output out[2];
    struct buffer input;
    struct timer timeout, kill, drain;
    size_t message_size;
    char message[MESSAGE_MOST + 1];
};

static struct loop *loop_of(struct exec *e) { return e->stream.link->loop; }

static void let_go(struct exec *e) {
    struct loop *loop = loop_of(e);
    loop_close(loop, &e->failure);
    loop_close(loop, &e->in);
    loop_close(loop, &e->out[0].watch);
    loop_close(loop, &e->out[1].watch);
    loop_clear(loop, &e->timeout);
    loop_clear(loop, &e->kill);
    loop_clear(loop, &e->drain);
    buffer_free(&e->input);
    free(e);
}

static void release(struct stream *s) { let_go((struct exec *)s); }

static void finish(struct exec *e) {
    struct buffer b = {0};
    if (e->aborted || e->timed_out) session_kill(e->pid);
    bool fine = WIFEXITED(e->status) && WEXITSTATUS(e->status) == 0;
    if (WIFEXITED(e->status))
        fields_put_int(&b, TAG_EXIT, (uint64_t)WEXITSTATUS(e->status));
    else
        fields_put_int(&b, TAG_TERMSIG, (uint64_t)WTERMSIG(e->status));
    if (e->plan.tar) {
        fields_put_int(&b, TAG_ERRNO, fine ? 0 : e->aborted ? ECANCELED : EIO);
        if (e->message_size) fields_put_text(&b, TAG_MESSAGE, e->message);
    } else {
        fields_put_int(&b, TAG_TIMED_OUT, e->timed_out);
    }
    stream_close(&e->stream, &b);
}

static void end_output(struct exec *e, int i) {
    loop_close(loop_of(e), &e->out[i].watch);
    if (i == 0 || !e->plan.tar) stream_send_eof(&e->stream, (uint8_t)(1 + i));
}

// Stores the beginning of tar's error output, without non-text bytes.
static void keep_message(struct exec *e, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n && e->message_size < MESSAGE_MOST; i++)
        if (bytes[i]) e->message[e->message_size++] = (char)bytes[i];
}

static size_t room_for(struct exec *e, int i) {
    bool costs_nothing = e->aborted || (i == 1 && e->plan.tar);
    size_t room = costs_nothing ? DATA_MOST : stream_room(&e->stream);
    if (e->draining && (int64_t)room > e->out[i].left) room = (size_t)e->out[i].left;
    return room;
}

static void hand_over(struct exec *e, int i, const uint8_t *bytes, size_t n) {
    if (e->draining) e->out[i].left -= (int64_t)n;
    if (i == 1 && e->plan.tar)
        keep_message(e, bytes, n);
    else if (!e->aborted)
        stream_send(&e->stream, (uint8_t)(1 + i), bytes, n);
}

static void pump_output(struct exec *e, int i) {
    static uint8_t bytes[DATA_MOST];
    struct watch *w = &e->out[i].watch;
    for (int reads = 0; w->fd >= 0; reads++) {
        if (e->draining && e->out[i].left == 0) {
            end_output(e, i);
            return;
        }
        size_t room = room_for(e, i);
        if (room == 0 || reads == READS_PER_ROUND) {
            loop_watch(loop_of(e), w, room ? EPOLLIN : 0);
            return;
        }
        ssize_t n = read(w->fd, bytes, room);
        if (n > 0) {
            hand_over(e, i, bytes, (size_t)n);
        } else if (n < 0 && errno == EAGAIN && !e->draining) {
            loop_watch(loop_of(e), w, EPOLLIN);
            return;
        } else if (n == 0 || errno != EINTR) {
            end_output(e, i);
        }
    }
}

// Moves bytes in both directions. The stream may be freed afterwards.
static void pump(struct exec *e) {
    if (!e->opened) return;
    pump_output(e, 0);
    pump_output(e, 1);
    if (e->ended && e->out[0].watch.fd < 0 && e->out[1].watch.fd < 0) finish(e);
}

static void on_output(void *owner, uint32_t events) {
    (void)events;
    pump(owner);
}

static void kick(struct stream *s) { pump((struct exec *)s); }

static void on_drain(void *owner) {
    struct exec *e = owner;
    e->draining = true;
    for (int i = 0; i < 2; i++) {
        int waiting = 0;
        if (e->out[i].watch.fd >= 0 && ioctl(e->out[i].watch.fd, FIONREAD, &waiting) == 0) e->out[i].left = waiting;
    }
    pump(e);
}

static void close_input(struct exec *e) {
    stream_handed_on(&e->stream, buffer_size(&e->input));
    buffer_free(&e->input);
    loop_close(loop_of(e), &e->in);
}

static void end_input(struct exec *e) {
    if (!e->pty) {
        close_input(e);
        return;
    }
    struct termios t;
    cc_t end = tcgetattr(e->in.fd, &t) == 0 ? t.c_cc[VEOF] : 4;
    ssize_t ignored = write(e->in.fd, &end, 1);
    (void)ignored;
}

static void push_input(struct exec *e) {
    while (e->in.fd >= 0 && buffer_size(&e->input)) {
        ssize_t n = write(e->in.fd, buffer_bytes(&e->input), buffer_size(&e->input));
        if (n > 0) {
            buffer_take(&e->input, (size_t)n);
            stream_handed_on(&e->stream, (size_t)n);
        } else if (n < 0 && errno == EAGAIN) {
            loop_watch(loop_of(e), &e->in, EPOLLOUT);
            return;
        } else if (n == 0 || errno != EINTR) {
            close_input(e);
        }
    }
    if (e->in.fd < 0) return;
    loop_watch(loop_of(e), &e->in, 0);
    if (e->input_ended) end_input(e);
}

static void on_writable(void *owner, uint32_t events) {
    (void)events;
    push_input(owner);
}

static bool on_data(struct stream *s, uint8_t channel, const uint8_t *bytes, size_t n) {
    struct exec *e = (struct exec *)s;
    if (channel != 0 || !e->plan.input || e->input_ended) return false;
    if (e->in.fd < 0) {
        stream_handed_on(s, n);
        return true;
    }
    buffer_append(&e->input, bytes, n);
    push_input(e);
    return true;
}

static bool on_eof(struct stream *s, uint8_t channel) {
    struct exec *e = (struct exec *)s;
    if (channel != 0 || e->input_ended) return false;
    e->input_ended = true;
    if (e->in.fd >= 0) push_input(e);
    return true;
}

static void signal_it(struct exec *e, int signal) {
    if (e->ended) return;
    if (e->pty && e->in.fd >= 0)
        session_signal_foreground(e->pid, e->in.fd, signal);
    else
        session_signal(e->pid, signal);
}

static void on_kill(void *owner) {
    struct exec *e = owner;
    if (!e->ended) session_kill(e->pid);
}

static void on_timeout(void *owner) {
    struct exec *e = owner;
    if (e->ended) return;
    e->timed_out = true;
    signal_it(e, SIGTERM);
    signal_it(e, SIGCONT);
    loop_set(loop_of(e), &e->kill, GRACE_NS);
}

static void on_abort(struct stream *s) {
    struct exec *e = (struct exec *)s;
    if (e->aborted) return;
    e->aborted = true;
    signal_it(e, SIGHUP);
    signal_it(e, SIGCONT);
    loop_set(loop_of(e), &e->kill, GRACE_NS);
    pump(e);
}

static void on_hangup(struct stream *s) {
    struct exec *e = (struct exec *)s;
    signal_it(e, SIGHUP);
    signal_it(e, SIGCONT);
    let_go(e);
}

static bool on_control(struct stream *s, const struct fields *f) {
    struct exec *e = (struct exec *)s;
    if (fields_have(f, TAG_SIGNAL)) {
        uint64_t signal = fields_int(f, TAG_SIGNAL, 0);
        if (signal < 1 || signal > 64) return false;
        signal_it(e, (int)signal);
        return true;
    }
    uint64_t rows = fields_int(f, TAG_ROWS, 0), cols = fields_int(f, TAG_COLS, 0);
    if (!is_side(rows) || !is_side(cols)) return false;
    if (e->pty && e->in.fd >= 0) ends_resize(e->in.fd, (uint16_t)rows, (uint16_t)cols);
    return true;
}

static void report_failure(struct exec *e, const struct spawn_failure *failure) {
    char why[MESSAGE_MOST];
    snprintf(why, sizeof why, "%.23s: %s", failure->what, strerror(failure->error));
    e->ended = true;
    stream_close_with(&e->stream, failure->error, why);
}

// False if the stream is gone: the command could not be run.
static bool program_runs(struct exec *e) {
    struct spawn_failure failure;
    ssize_t n = read(e->failure.fd, &failure, sizeof failure);
    if (n < 0) return true;
    loop_close(loop_of(e), &e->failure);
    if (n == sizeof failure) {
        report_failure(e, &failure);
        return false;
    }
    struct buffer b = {0};
    fields_put_int(&b, TAG_PID, (uint64_t)e->pid);
    stream_opened(&e->stream, &b);
    e->opened = true;
    if (e->plan.timeout_ms) loop_set(loop_of(e), &e->timeout, e->plan.timeout_ms * 1000000u);
    return true;
}

static void on_failure(void *owner, uint32_t events) {
    (void)events;
    if (program_runs(owner)) pump(owner);
}

static bool on_child(struct stream *s, pid_t pid, int status) {
    struct exec *e = (struct exec *)s;
    if (e->pid != pid || e->ended) return false;
    if (!e->opened && !program_runs(e)) return true;
    e->ended = true;
    e->opened = true;
    e->status = status;
    loop_clear(loop_of(e), &e->timeout);
    loop_set(loop_of(e), &e->drain, DRAIN_NS);
    pump(e);
    return true;
}

static const struct stream_kind kind = {
    .data = on_data,
    .eof = on_eof,
    .control = on_control,
    .kick = kick,
    .abort = on_abort,
    .hangup = on_hangup,
    .child = on_child,
    .release = release,
};

static struct exec *exec_new(const struct exec_plan *plan, bool pty) {
    struct exec *e = memory(sizeof *e);
    e->plan = *plan;
    e->pty = pty;
    e->failure = (struct watch){.fd = -1, .ready = on_failure, .owner = e};
    e->in = (struct watch){.fd = -1, .ready = on_writable, .owner = e};
    e->out[0].watch = e->out[1].watch = (struct watch){.fd = -1, .ready = on_output, .owner = e};
    e->timeout = (struct timer){.due = on_timeout, .owner = e};
    e->kill = (struct timer){.due = on_kill, .owner = e};
    e->drain = (struct timer){.due = on_drain, .owner = e};
    return e;
}

static void close_if_open(int fd) {
    if (fd >= 0) close(fd);
}

void exec_begin(struct link *link, uint32_t id, struct command *c, const struct exec_plan *plan) {
    struct exec *e = exec_new(plan, c->pty);
    e->pid = -1;
    struct ends ends = {-1, -1, -1};
    if (c->pty ? ends_pty(&ends, c, plan->rows, plan->cols) : ends_pipes(&ends, c, plan->input, plan->output))
        e->pid = command_spawn(c, &e->failure.fd);
    e->in.fd = ends.in;
    e->out[0].watch.fd = ends.out;
    e->out[1].watch.fd = ends.err;
    int error = errno;
    close_if_open(c->in);
    close_if_open(c->out);
    close_if_open(c->err);
    command_free(c);
    stream_begin(&e->stream, link, id, &kind);
    if (e->pid < 0) {
        e->ended = true;
        stream_close_with(&e->stream, error, strerror(error));
        return;
    }
    loop_watch(link->loop, &e->failure, EPOLLIN);
}
