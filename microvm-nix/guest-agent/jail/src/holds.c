// Accesses that wait for the supervisor's answer.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>

#include "kernel.h"
#include "warden.h"

struct prompt *prompt_find(struct warden *w, uint32_t id) {
    for (size_t i = 0; id && i < PROMPTS_MOST; i++)
        if (w->prompts[i].id == id) return &w->prompts[i];
    return NULL;
}

size_t prompt_waiters(const struct warden *w, uint32_t id) {
    size_t count = 0;
    for (size_t i = 0; i < WAITERS_MOST; i++) count += w->waiters[i].prompt == id;
    return count;
}

bool denied_has(const struct warden *w, const char *path) {
    for (size_t i = 0; i < DENIED_MOST; i++)
        if (w->denied[i] && path_below(path, w->denied[i])) return true;
    return false;
}

bool denied_add(struct warden *w, const char *path) {
    if (denied_has(w, path)) return true;
    for (size_t i = 0; i < DENIED_MOST; i++)
        if (!w->denied[i]) return (w->denied[i] = strdup(path)) != NULL;
    return false;
}

bool denied_below(const struct warden *w, const char *path) {
    for (size_t i = 0; i < DENIED_MOST; i++)
        if (w->denied[i] && path_below(w->denied[i], path)) return true;
    return false;
}

void denied_forget(struct warden *w, const char *path, bool below) {
    for (size_t i = 0; i < DENIED_MOST; i++) {
        if (!w->denied[i] || !(below ? path_below(w->denied[i], path) : strcmp(w->denied[i], path) == 0)) continue;
        free(w->denied[i]);
        w->denied[i] = NULL;
    }
}

void prompt_answer(struct warden *w, struct prompt *p, int error, const char *decision, const char *scope, const char *why) {
    size_t count = 0;
    for (size_t i = 0; i < WAITERS_MOST; i++) {
        if (w->waiters[i].prompt != p->id) continue;
        listener_answer(w, &w->waiters[i], error);
        w->waiters[i].prompt = 0;
        count++;
    }
    say_audit(w, p->id, p->path, decision, scope, why, count);
    p->id = 0;
}

// With the rights of the jail's user: a supervisor lends its answer, not its files.
static int open_as_jail(const struct plan *plan, const char *path, int flags) {
    int user = (int)plan_outside(plan->users, plan->user_maps, plan->user);
    int group = (int)plan_outside(plan->groups, plan->group_maps, plan->group);
    int own_group = setfsgid((gid_t)group), own_user = setfsuid((uid_t)user);
    int kept = flags & (O_DIRECTORY | O_NOATIME);
    int fd = open_beneath(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | kept, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    int error = errno;
    setfsuid((uid_t)own_user);
    setfsgid((gid_t)own_group);
    errno = error;
    return fd;
}

bool prompt_inject(struct warden *w, struct prompt *p, const char **wrong) {
    *wrong = NULL;
    for (size_t i = 0; i < WAITERS_MOST; i++)
        if (w->waiters[i].prompt == p->id && !w->waiters[i].openable) *wrong = "once is possible only for opening to read";
    if (*wrong) return false;
    for (size_t i = 0; i < WAITERS_MOST; i++) {
        if (w->waiters[i].prompt != p->id) continue;
        int fd = open_as_jail(w->jail->plan, p->path, w->waiters[i].flags), type = fd < 0 ? 0 : fd_type(fd);
        if (fd < 0)
            listener_answer(w, &w->waiters[i], errno == ELOOP ? EACCES : errno);
        else if ((type != S_IFREG && type != S_IFDIR) || !listener_inject(w, &w->waiters[i], fd))
            listener_answer(w, &w->waiters[i], EACCES);
        if (fd >= 0) close(fd);
    }
    return true;
}

static void read_proc(pid_t pid, const char *name, bool link, char *into, size_t size) {
    char path[64];
    ssize_t n = -1;
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    if (link) {
        n = readlink(path, into, size - 1);
    } else {
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd >= 0) n = read(fd, into, size - 1);
        if (fd >= 0) close(fd);
        if (n > 0 && into[n - 1] == '\n') n--;
    }
    into[n > 0 ? n : 0] = 0;
}

static long group_leader(pid_t tid) {
    char text[2048];
    read_proc(tid, "status", false, text, sizeof text);
    const char *found = strstr(text, "\nTgid:");
    return found ? atol(found + 6) : tid;
}

static void ask(struct warden *w, const struct prompt *p, pid_t tid, const char *op, int flags) {
    char text[PATH_MAX];
    struct buffer b = {0};
    say(&b, "event.fs_request");
    say_number(&b, "id", p->id);
    say_number(&b, "pid", group_leader(tid));
    say_number(&b, "tid", tid);
    read_proc(tid, "comm", false, text, 64);
    say_text(&b, "comm", text);
    read_proc(tid, "exe", true, text, sizeof text);
    say_text(&b, "exe", text);
    read_proc(tid, "cwd", true, text, sizeof text);
    say_text(&b, "cwd", text);
    say_text(&b, "op", op);
    say_text(&b, "path", p->path);
    say_text(&b, "mask", p->mask->plan->source);
    say_number(&b, "flags", flags);
    say_number(&b, "deadline_ms", w->jail->plan->hold_ms);
    say_to(w->supervisor, &b);
}

static struct prompt *prompt_of(struct warden *w, const char *path) {
    for (size_t i = 0; i < PROMPTS_MOST; i++)
        if (w->prompts[i].id && strcmp(w->prompts[i].path, path) == 0) return &w->prompts[i];
    return NULL;
}

static struct prompt *prompt_new(struct warden *w, const struct mask *mask, const char *path) {
    for (size_t i = 0; i < PROMPTS_MOST; i++) {
        struct prompt *p = &w->prompts[i];
        if (p->id) continue;
        if (++w->last_prompt == 0) ++w->last_prompt;
        p->id = w->last_prompt;
        p->mask = mask;
        p->deadline = mono_ns() + (uint64_t)w->jail->plan->hold_ms * 1000000;
        strcpy(p->path, path);
        return p;
    }
    return NULL;
}

static bool waiter_add(struct warden *w, const struct waiter *waiter, uint32_t prompt) {
    for (size_t i = 0; i < WAITERS_MOST; i++) {
        if (w->waiters[i].prompt) continue;
        w->waiters[i] = *waiter;
        w->waiters[i].prompt = prompt;
        return true;
    }
    return false;
}

// A jail that is refused again and again must not drown its supervisor: what is too much is counted.
static void refuse(struct warden *w, const struct waiter *waiter, const char *path, const char *why) {
    listener_answer(w, waiter, EACCES);
    if (w->refusals++ < REFUSALS_SAID)
        say_audit(w, 0, path, "deny", "once", why, 1);
    else
        w->unsaid++;
}

void hold(struct warden *w, const struct mask *mask, const char *rest, const struct waiter *waiter, pid_t pid, const char *op) {
    static char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s%s%s", mask->plan->source, *rest ? "/" : "", rest);
    if (n >= (int)sizeof path) {
        listener_answer(w, waiter, ENAMETOOLONG);
        return;
    }
    if (denied_has(w, path)) {
        refuse(w, waiter, path, "decided");
        return;
    }
    if (!w->supervisor) {
        refuse(w, waiter, path, "unsupervised");
        return;
    }
    struct prompt *old = prompt_of(w, path), *p = old ? old : prompt_new(w, mask, path);
    if (!p || !waiter_add(w, waiter, p->id)) {
        if (p && !old) p->id = 0;
        refuse(w, waiter, path, "full");
        return;
    }
    if (!old) ask(w, p, pid, op, waiter->flags);
}

void holds_refuse_all(struct warden *w, const char *why) {
    for (size_t i = 0; i < PROMPTS_MOST; i++)
        if (w->prompts[i].id) prompt_answer(w, &w->prompts[i], EACCES, "deny", "once", why);
}

// Deadlines, and prompts for which nobody waits any more: a process that is killed while it waits tells nobody.
void holds_tick(struct warden *w) {
    uint64_t now = mono_ns();
    if (w->unsaid > 0) say_audit(w, 0, "", "deny", "once", "flood", w->unsaid);
    w->refusals = w->unsaid = 0;
    for (size_t i = 0; i < WAITERS_MOST; i++)
        if (w->waiters[i].prompt && !listener_waits(w, &w->waiters[i])) w->waiters[i].prompt = 0;
    for (size_t i = 0; i < PROMPTS_MOST; i++) {
        struct prompt *p = &w->prompts[i];
        if (p->id && now >= p->deadline) prompt_answer(w, p, EACCES, "deny", "once", "deadline");
        if (!p->id || prompt_waiters(w, p->id) > 0) continue;
        struct buffer b = {0};
        say(&b, "event.fs_gone");
        say_number(&b, "id", p->id);
        say_to(w->supervisor, &b);
        p->id = 0;
    }
}
