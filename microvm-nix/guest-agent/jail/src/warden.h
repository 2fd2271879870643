// The warden: outside the jail, one thread, one loop. It answers the filter's notifications, asks the supervisor about masked
// paths, and changes the jail's mounts. Enforcement never depends on it: a mask is a mount, and what is allowed to go on finds it.
#ifndef BELLJAR_JAIL_WARDEN_H
#define BELLJAR_JAIL_WARDEN_H

#include <limits.h>
#include <linux/seccomp.h>

#include "../../src/buffer.h"
#include "../../src/loop.h"
#include "jail.h"
#include "plan.h"
#include "sources.h"

enum {
    LISTENERS_MOST = 64,
    PROMPTS_MOST = 64,
    WAITERS_MOST = 1024,
    GRANTS_MOST = 256,
    DENIED_MOST = 256,
    CONNECTIONS_MOST = 16,
    RUNNING_MOST = 64,
    LINE_MOST = 16384,
    UNSENT_MOST = 1 << 20,
    REFUSALS_SAID = 100, // between two ticks
};

// What the launcher made.
struct jail {
    const struct plan *plan;
    struct sources *sources;
    pid_t child;
    int pidfd, control, cgroup, own_mounts, mounts, server;
};

struct warden;

struct mask {
    const struct mount_plan *plan;
    int tree;        // where it is mounted in the jail, whatever its path has become
    uint64_t content; // the inode of what is mounted there, which nested mount namespaces show as well
    char name[24];   // of its content, in the masks' file system
};

struct listener {
    int fd; // -1: unused
    uint64_t serial; // a descriptor may be used again, a serial is not
};

// A masked path that somebody was asked about; all who want it wait for the same answer.
struct prompt {
    uint32_t id; // 0: unused
    const struct mask *mask;
    char path[PATH_MAX]; // of this computer
    uint64_t deadline;   // CLOCK_MONOTONIC, ns
};

struct waiter {
    uint32_t prompt; // 0: unused
    uint64_t serial, id;
    int flags;     // of the open
    bool openable; // an open that a descriptor can answer
};

struct grant {
    char *path; // NULL: unused
    int tree;
};

struct connection {
    struct watch watch; // fd -1: unused
    struct warden *warden;
    char line[LINE_MOST + 1];
    size_t used;
    struct buffer out;
    int fds[PASSED_MOST];
    size_t fd_count;
};

struct running {
    uint32_t id; // of this warden; 0: unused
    uint32_t named;
    struct connection *from; // NULL: gone
};

struct warden {
    struct loop loop;
    struct jail *jail;
    struct watch control, signals, server;
    struct timer tick;
    struct mask masks[MOUNTS_MOST];
    size_t mask_count;
    uint64_t masks_device; // of the masks' file system
    struct listener listeners[LISTENERS_MOST];
    struct prompt prompts[PROMPTS_MOST];
    struct waiter waiters[WAITERS_MOST];
    struct grant grants[GRANTS_MOST];
    char *denied[DENIED_MOST];
    struct connection connections[CONNECTIONS_MOST], *supervisor;
    struct running running[RUNNING_MOST];
    uint32_t last_prompt, last_command;
    uint64_t last_serial, awaited; // until when a supervisor is awaited; 0: the command was started
    size_t refusals, unsaid;
    bool alarmed;
    uint64_t notified; // when the last notification came
    int code;
    bool ended, awaited_in_vain;
};

int warden_run(struct jail *jail);
void warden_kill(struct warden *w);
void warden_start(struct warden *w);

// notify.c
// Waits for notifications, which it answers, and for another descriptor; true if that is ready. Listeners are not
// in the loop's epoll, because that wakes the warden on another processor than the one that notifies, which costs more than the answer.
bool listeners_wait(struct warden *w, int other, int ms);
void listener_add(struct warden *w, int fd);
void listener_answer(struct warden *w, const struct waiter *waiter, int error);
bool listener_inject(struct warden *w, const struct waiter *waiter, int fd);
bool listener_waits(struct warden *w, const struct waiter *waiter);

// Who notified, and which folder its path starts from.
struct asker {
    int listener, folder;
    uint64_t id;
    pid_t pid;
};

// locate.c: which mask the path leads to, and what is left of it there, without `.` and `..`. NULL: none.
const struct mask *locate(struct warden *w, const struct asker *asker, const char *path, bool follow, char rest[PATH_MAX]);

// holds.c
void hold(struct warden *w, const struct mask *mask, const char *rest, const struct waiter *waiter, pid_t pid, const char *op);
void holds_refuse_all(struct warden *w, const char *why);
void holds_tick(struct warden *w);
struct prompt *prompt_find(struct warden *w, uint32_t id);
// Answers everyone who waits: 0 lets them go on. Says so, and forgets the prompt.
void prompt_answer(struct warden *w, struct prompt *p, int error, const char *decision, const char *scope, const char *why);
size_t prompt_waiters(const struct warden *w, uint32_t id);
bool prompt_inject(struct warden *w, struct prompt *p, const char **wrong);
bool denied_add(struct warden *w, const char *path);
void denied_forget(struct warden *w, const char *path, bool below);
// Whether the path, or a folder above it, is refused for good; and whether something at or below it is.
bool denied_has(const struct warden *w, const char *path);
bool denied_below(const struct warden *w, const char *path);

// grants.c: NULL, or what is wrong; `missing` if the path does not exist here.
const char *grant_path(struct warden *w, const char *source, const char *path, bool *missing);
const char *grant_revoke(struct warden *w, const char *path);
const char *mask_source(const struct warden *w, const char *path);
size_t grants_count(const struct warden *w);
bool grants_show(const struct warden *w, const char *path);

// connections.c
bool connections_open(struct warden *w);
void connection_send(struct connection *c, const char *line, size_t n);
void connection_close(struct connection *c);
void connections_flush(struct warden *w);

// orders.c
void order(struct connection *c, char *line);
void orders_exited(struct warden *w, uint32_t id, int code);
void orders_started(struct warden *w, uint32_t id, pid_t pid);

// say.c: JSON objects, one a line.
void say(struct buffer *b, const char *type);
void say_text(struct buffer *b, const char *key, const char *text);
void say_number(struct buffer *b, const char *key, long long value);
void say_true(struct buffer *b, const char *key, bool value);
// Ends the line and sends it; NULL: to nobody.
void say_to(struct connection *c, struct buffer *b);
void say_audit(struct warden *w, uint32_t id, const char *path, const char *decision, const char *scope, const char *why,
               size_t waiters);

#endif
