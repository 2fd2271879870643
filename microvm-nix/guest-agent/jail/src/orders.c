// What connections ask for.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/json.h"
#include "warden.h"

struct members {
    char type[32], scope[16], decision[16], path[PATH_MAX];
    long id, rows, columns;
    bool persist, terminal;
};

static void text(char *into, size_t size, const char *value) {
    if (strlen(value) < size) strcpy(into, value);
}

static long number(const char *value) {
    char *end;
    errno = 0;
    long n = strtol(value, &end, 10);
    return *value >= '0' && *value <= '9' && !*end && errno == 0 && n <= INT32_MAX ? n : 0;
}

static void member(void *owner, const char *key, const char *value) {
    struct members *m = owner;
    if (strcmp(key, "type") == 0) text(m->type, sizeof m->type, value);
    if (strcmp(key, "scope") == 0) text(m->scope, sizeof m->scope, value);
    if (strcmp(key, "decision") == 0) text(m->decision, sizeof m->decision, value);
    if (strcmp(key, "path") == 0) text(m->path, sizeof m->path, value);
    if (strcmp(key, "id") == 0) m->id = number(value);
    if (strcmp(key, "rows") == 0) m->rows = number(value);
    if (strcmp(key, "columns") == 0) m->columns = number(value);
    if (strcmp(key, "persist") == 0) m->persist = strcmp(value, "true") == 0;
    if (strcmp(key, "terminal") == 0) m->terminal = strcmp(value, "true") == 0;
}

static void refuse(struct connection *c, const struct members *m, const char *message) {
    struct buffer b = {0};
    say(&b, "event.error");
    say_text(&b, "about", m->type);
    say_number(&b, "id", m->id);
    say_text(&b, "message", message);
    say_to(c, &b);
}

static void supervise(struct connection *c, const struct members *m) {
    struct warden *w = c->warden;
    if (w->supervisor && w->supervisor != c) {
        refuse(c, m, "this jail already has a supervisor");
        return;
    }
    w->supervisor = c;
    if (w->awaited) warden_start(w);
}

static void approve(struct connection *c, const struct members *m) {
    struct warden *w = c->warden;
    struct prompt *p = prompt_find(w, (uint32_t)m->id);
    const char *wrong = NULL;
    bool missing = false;
    if (!p) {
        refuse(c, m, "nothing with this id is held");
        return;
    }
    if (strcmp(m->scope, "once") == 0) {
        // Everyone is answered by the descriptors; nobody is left to go on.
        if (!prompt_inject(w, p, &wrong)) {
            refuse(c, m, wrong);
            return;
        }
        prompt_answer(w, p, EACCES, "allow", "once", "supervisor");
        return;
    }
    bool folder = strcmp(m->scope, "dir") == 0;
    if (!folder && strcmp(m->scope, "file") != 0) {
        refuse(c, m, "expected the scope once, file or dir");
        return;
    }
    const char *source = p->mask->plan->source;
    wrong = grant_path(w, source, folder ? source : p->path, &missing);
    if (wrong && !missing) {
        refuse(c, m, wrong);
        return;
    }
    prompt_answer(w, p, missing ? ENOENT : 0, "allow", m->scope, "supervisor");
    for (size_t i = 0; folder && !missing && i < PROMPTS_MOST; i++)
        if (w->prompts[i].id && strcmp(w->prompts[i].mask->plan->source, source) == 0)
            prompt_answer(w, &w->prompts[i], 0, "allow", "dir", "decided");
}

static void deny(struct connection *c, const struct members *m) {
    struct prompt *p = prompt_find(c->warden, (uint32_t)m->id);
    if (!p) {
        refuse(c, m, "nothing with this id is held");
        return;
    }
    if (m->persist && !denied_add(c->warden, p->path)) refuse(c, m, "too many paths are refused for good; this one is not");
    prompt_answer(c->warden, p, EACCES, "deny", m->persist ? "file" : "once", "supervisor");
}

static void decide(struct connection *c, const struct members *m) {
    struct warden *w = c->warden;
    const char *source = plan_path(m->path) ? mask_source(w, m->path) : NULL, *wrong = NULL;
    bool missing;
    if (!source) {
        refuse(c, m, "expected a path at or below what a mask hides");
        return;
    }
    if (strcmp(m->decision, "allow") == 0) {
        denied_forget(w, m->path, false);
        wrong = grant_path(w, source, m->path, &missing);
    } else if (strcmp(m->decision, "deny") == 0 && grants_show(w, m->path)) {
        wrong = "this path is granted; revoke it first";
    } else if (strcmp(m->decision, "deny") == 0) {
        wrong = denied_add(w, m->path) ? NULL : "too many paths are refused for good";
    } else if (strcmp(m->decision, "ask") == 0) {
        denied_forget(w, m->path, true);
    } else {
        wrong = "expected the decision allow, deny or ask";
    }
    if (wrong) {
        refuse(c, m, wrong);
        return;
    }
    for (size_t i = 0; strcmp(m->decision, "ask") != 0 && i < PROMPTS_MOST; i++) {
        struct prompt *p = &w->prompts[i];
        if (!p->id || !path_below(p->path, m->path)) continue;
        prompt_answer(w, p, m->decision[0] == 'd' ? EACCES : 0, m->decision, "file", "decided");
    }
    say_audit(w, 0, m->path, m->decision, strcmp(source, m->path) == 0 ? "dir" : "file", "supervisor", 0);
}

static void revoke(struct connection *c, const struct members *m) {
    const char *wrong = grant_revoke(c->warden, m->path);
    if (wrong)
        refuse(c, m, wrong);
    else
        say_audit(c->warden, 0, m->path, "revoke", "file", "supervisor", 0);
}

static void status(struct connection *c) {
    struct warden *w = c->warden;
    struct buffer b = {0};
    long long held = 0, prompts = 0, commands = 0, listeners = 0;
    for (size_t i = 0; i < WAITERS_MOST; i++) held += w->waiters[i].prompt != 0;
    for (size_t i = 0; i < PROMPTS_MOST; i++) prompts += w->prompts[i].id != 0;
    for (size_t i = 0; i < RUNNING_MOST; i++) commands += w->running[i].id != 0;
    for (size_t i = 0; i < LISTENERS_MOST; i++) listeners += w->listeners[i].fd >= 0;
    say(&b, "event.status");
    say_number(&b, "pid", w->jail->child);
    say_number(&b, "held", held);
    say_number(&b, "prompts", prompts);
    say_number(&b, "grants", (long long)grants_count(w));
    say_number(&b, "commands", commands);
    say_number(&b, "listeners", listeners);
    say_to(c, &b);
}

static void run(struct connection *c, const struct members *m) {
    struct warden *w = c->warden;
    struct running *r = NULL;
    for (size_t i = 0; i < RUNNING_MOST && !r; i++)
        if (!w->running[i].id) r = &w->running[i];
    if (c->fd_count != 4 || m->id <= 0 || !r || w->awaited) {
        refuse(c, m, !r ? "too many commands" : w->awaited ? "the jail waits for its supervisor" : "expected an id and four descriptors");
        return;
    }
    if (++w->last_command == 0) ++w->last_command;
    *r = (struct running){w->last_command, (uint32_t)m->id, c};
    const struct message message = {.type = COMMAND, .id = r->id, .first = m->terminal};
    message_send(w->jail->control, &message, c->fds, 4);
}

static void resize(struct connection *c, const struct members *m) {
    for (size_t i = 0; i < RUNNING_MOST; i++) {
        const struct running *r = &c->warden->running[i];
        if (!r->id || r->from != c || r->named != (uint32_t)m->id) continue;
        const struct message message = {.type = RESIZE, .id = r->id, .first = (int)m->rows, .second = (int)m->columns};
        message_send(c->warden->jail->control, &message, NULL, 0);
    }
}

static const struct {
    const char *type;
    bool supervisor_only;
    void (*run)(struct connection *c, const struct members *m);
} orders[] = {
    {"cmd.supervise", false, supervise}, {"cmd.approve", true, approve}, {"cmd.deny", true, deny},
    {"cmd.decide", true, decide},        {"cmd.revoke", true, revoke},   {"cmd.exec", false, run},
    {"cmd.resize", false, resize},
};

void order(struct connection *c, char *line) {
    static struct members m;
    memset(&m, 0, sizeof m);
    if (!json_object(line, member, &m)) {
        refuse(c, &m, "this line is not a JSON object");
        return;
    }
    if (strcmp(m.type, "cmd.status") == 0) {
        status(c);
        return;
    }
    if (strcmp(m.type, "cmd.kill") == 0) {
        warden_kill(c->warden);
        return;
    }
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (strcmp(orders[i].type, m.type) != 0) continue;
        if (orders[i].supervisor_only && c->warden->supervisor != c)
            refuse(c, &m, "only the supervisor may do this; say cmd.supervise first");
        else
            orders[i].run(c, &m);
        return;
    }
    refuse(c, &m, strcmp(m.type, "cmd.policy.save") == 0 ? "the warden stores nothing" : "an unknown type");
}

static void say_command(struct connection *c, const char *type, uint32_t named, const char *key, long long value) {
    struct buffer b = {0};
    say(&b, type);
    say_number(&b, "id", named);
    say_number(&b, key, value);
    say_to(c, &b);
}

void orders_started(struct warden *w, uint32_t id, pid_t pid) {
    for (size_t i = 0; i < RUNNING_MOST; i++)
        if (w->running[i].id == id && id) say_command(w->running[i].from, "event.exec", w->running[i].named, "pid", pid);
}

void orders_exited(struct warden *w, uint32_t id, int code) {
    if (id == 0) say_command(w->supervisor, "event.exit", 0, "code", code);
    for (size_t i = 0; id && i < RUNNING_MOST; i++) {
        if (w->running[i].id != id) continue;
        say_command(w->running[i].from, "event.exit", w->running[i].named, "code", code);
        w->running[i].id = 0;
    }
}
