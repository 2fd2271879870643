// Reads the bytes of a plan into a struct, record by record; plan_rules.c looks at the whole.
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "BELLJARP"

struct cursor {
    const uint8_t *at;
    size_t left;
};

const char *plan_wrong(const char *format, ...) {
    // Two, because one message may quote the other.
    static char texts[2][512];
    static int turn;
    char *text = texts[turn ^= 1];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof texts[0], format, args);
    va_end(args);
    return text;
}

static bool take(struct cursor *c, void *into, size_t n) {
    if (c->left < n) return false;
    memcpy(into, c->at, n);
    c->at += n;
    c->left -= n;
    return true;
}

// x86-64 and aarch64 are little endian, as the plan is.
static bool take32(struct cursor *c, uint32_t *value) { return take(c, value, sizeof *value); }

// Copies bytes as a text; NULL if they contain a NUL.
static char *keep(struct plan *plan, const uint8_t *bytes, size_t n) {
    if (memchr(bytes, 0, n) || plan->texts_size - plan->texts_used <= n) return NULL;
    char *text = plan->texts + plan->texts_used;
    memcpy(text, bytes, n);
    text[n] = 0;
    plan->texts_used += n + 1;
    return text;
}

static char *take_text(struct plan *plan, struct cursor *c) {
    uint32_t n;
    if (!take32(c, &n) || n > c->left || n > PATH_BYTES_MOST) return NULL;
    char *text = keep(plan, c->at, n);
    c->at += n;
    c->left -= n;
    return text;
}

bool plan_path(const char *path) {
    size_t n = strlen(path);
    if (path[0] != '/' || n > PATH_BYTES_MOST) return false;
    if (n == 1) return true;
    for (const char *at = path; at; at = strchr(at + 1, '/')) {
        size_t part = strcspn(at + 1, "/");
        if (part == 0 || (at[1] == '.' && (part == 1 || (part == 2 && at[2] == '.')))) return false;
    }
    return true;
}

static const char *take_path(struct plan *plan, struct cursor *c) {
    const char *text = take_text(plan, c);
    return text && plan_path(text) ? text : NULL;
}

static const char *read_map(struct id_map *maps, size_t *count, struct cursor *c) {
    if (*count == MAPS_MOST) return "too many; expected at most 8";
    struct id_map *map = &maps[*count];
    if (!take32(c, &map->inside) || !take32(c, &map->outside) || !take32(c, &map->count)) return "too short";
    // The last number means no user at all.
    if (map->count == 0 || map->inside > UINT32_MAX - map->count || map->outside > UINT32_MAX - map->count)
        return "not a range of ids";
    ++*count;
    return NULL;
}

static const char *read_identity(struct plan *plan, struct cursor *c) {
    if (plan->identified) return "there is another";
    if (!take32(c, &plan->user) || !take32(c, &plan->group)) return "too short";
    plan->identified = true;
    return NULL;
}

static const char *read_mount(struct plan *plan, struct cursor *c) {
    if (plan->mount_count == MOUNTS_MOST) return "too many; expected at most 1024";
    struct mount_plan *m = &plan->mounts[plan->mount_count];
    if (!take32(c, &m->kind) || !take32(c, &m->attributes)) return "too short";
    if (m->kind == BIND || m->kind == OVERLAY || m->kind == MASK) {
        if (!(m->source = take_path(plan, c))) return "its source is not a path";
    } else if (m->kind == LINK) {
        if (!(m->source = take_text(plan, c)) || !*m->source) return "it has no content";
    } else if (m->kind != TMPFS && m->kind != PROC && m->kind != DEV) {
        return "an unknown kind of mount; expected 1 to 7";
    }
    if (!(m->target = take_path(plan, c))) return "its target is not a path";
    if (m->kind == OVERLAY && (!(m->upper = take_path(plan, c)) || !(m->work = take_path(plan, c))))
        return "its upper or work folder is not a path";
    if (m->kind == TMPFS && (!take(c, &m->size, sizeof m->size) || m->size == 0 || m->size > (uint64_t)1 << 40))
        return "it has no size from 1 to 2^40";
    plan->mount_count++;
    return NULL;
}

static const char *read_limit(struct plan *plan, struct cursor *c) {
    uint32_t none;
    if (plan->limit_count == LIMITS_MOST) return "too many; expected at most 16";
    struct limit_plan *l = &plan->limits[plan->limit_count++];
    if (!take32(c, &l->resource) || !take32(c, &none) || !take(c, &l->soft, 8) || !take(c, &l->hard, 8)) return "too short";
    return none != 0 || l->resource > 15 || l->soft > l->hard ? "not a limit" : NULL;
}

static const char *read_kept(struct plan *plan, struct cursor *c) {
    uint32_t outside, inside;
    if (plan->kept_count == KEPT_MOST) return "too many; expected at most 16";
    if (!take32(c, &outside) || !take32(c, &inside)) return "too short";
    if (outside < 3 || outside > 1023 || inside < 3 || inside > 63) return "expected 3 to 1023 outside, 3 to 63 inside";
    for (size_t i = 0; i < plan->kept_count; i++)
        if (plan->kept[i].inside == (int)inside || plan->kept[i].outside == (int)outside) return "this number is kept twice";
    plan->kept[plan->kept_count++] = (struct kept_plan){(int)outside, (int)inside};
    return NULL;
}

static const char *read_filter(struct plan *plan, struct cursor *c) {
    if (plan->filter) return "there is another";
    if (c->left == 0 || c->left % 8 != 0 || c->left / 8 > FILTER_MOST) return "expected 1 to 4096 instructions of 8 bytes";
    plan->filter = c->at;
    plan->filter_count = c->left / 8;
    c->left = 0;
    return NULL;
}

static bool host_name(const char *name) {
    size_t n = strlen(name);
    return n >= 1 && n <= 63 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == n;
}

// Records that are one text.
static const char *read_text(struct plan *plan, uint16_t kind, struct cursor *c) {
    char *text = keep(plan, c->at, c->left);
    struct command_plan *command = &plan->command;
    c->left = 0;
    if (!text) return "it contains a NUL";
    bool path = plan_path(text);
    const char **one = NULL;
    switch (kind) {
        case ARG:
            if (command->args == ARGS_MOST) return "too many; expected at most 1024";
            command->argv[command->args++] = text;
            return NULL;
        case ENV:
            if (command->envs == ENVS_MOST) return "too many; expected at most 512";
            if (text[0] == '=' || !strchr(text, '=')) return "expected NAME=VALUE";
            command->env[command->envs++] = text;
            return NULL;
        case OPEN:
            if (plan->open_count == OPENS_MOST) return "too many; expected at most 256";
            plan->opens[plan->open_count++] = text;
            return path ? NULL : "not a path";
        case CWD: one = &command->cwd; break;
        case CGROUP: one = &plan->cgroup; break;
        case CONTROL:
            path = path && strlen(text) <= 107;
            one = &plan->control;
            break;
        case HOSTNAME:
            path = host_name(text);
            one = &plan->hostname;
            break;
        default: return "an unknown kind; expected 1 to 14";
    }
    if (*one) return "there is another";
    *one = text;
    return path ? NULL : kind == HOSTNAME ? "expected 1 to 63 letters, digits or hyphens" : "not a path";
}

static const char *read_record(struct plan *plan, uint16_t kind, struct cursor *c) {
    switch (kind) {
        case USER_MAP: return read_map(plan->users, &plan->user_maps, c);
        case GROUP_MAP: return read_map(plan->groups, &plan->group_maps, c);
        case IDENTITY: return read_identity(plan, c);
        case MOUNT: return read_mount(plan, c);
        case LIMIT: return read_limit(plan, c);
        case FILTER: return read_filter(plan, c);
        case KEEP: return read_kept(plan, c);
        default: return read_text(plan, kind, c);
    }
}

static const char *read_records(struct plan *plan, struct cursor *all, bool command_only, size_t *count) {
    for (*count = 0; all->left > 0; ++*count) {
        uint16_t kind, flags;
        uint32_t length;
        if (!take(all, &kind, 2) || !take(all, &flags, 2) || !take32(all, &length) || flags != 0 || length > all->left)
            return plan_wrong("record %zu: its header is wrong", *count);
        if (*count == RECORDS_MOST) return plan_wrong("more than %d records", RECORDS_MOST);
        if (command_only && kind != ARG && kind != ENV && kind != CWD)
            return plan_wrong("record %zu, kind %u: not part of a command", *count, kind);
        struct cursor payload = {all->at, length};
        const char *wrong = read_record(plan, kind, &payload);
        if (!wrong && payload.left != 0) wrong = "too long";
        if (wrong) return plan_wrong("record %zu, kind %u: %s", *count, kind, wrong);
        size_t padded = ((size_t)length + 7) & ~(size_t)7;
        if (padded > all->left) return plan_wrong("record %zu: its padding is missing", *count);
        for (size_t i = length; i < padded; i++)
            if (all->at[i] != 0) return plan_wrong("record %zu: its padding is not 0", *count);
        all->at += padded;
        all->left -= padded;
    }
    return NULL;
}

static bool texts_start(struct plan *plan, size_t n) {
    memset(plan, 0, sizeof *plan);
    plan->texts_size = n + 4 * RECORDS_MOST;
    return (plan->texts = malloc(plan->texts_size)) != NULL;
}

const char *plan_read_command(struct plan *plan, const uint8_t *bytes, size_t n) {
    struct cursor all = {bytes, n};
    size_t count;
    if (!texts_start(plan, n)) return "out of memory";
    if (n > PLAN_MOST) return "longer than 1 MiB";
    const char *wrong = read_records(plan, &all, true, &count);
    if (wrong) return wrong;
    return plan->command.args == 0 || !plan->command.argv[0][0] || !plan->command.cwd ? "a command has no word or no folder"
                                                                                      : NULL;
}

const char *plan_read(struct plan *plan, const uint8_t *bytes, size_t n) {
    struct cursor all = {bytes, n};
    char magic[8];
    uint32_t version, length, records, none;
    size_t count;
    if (!texts_start(plan, n)) return "out of memory";
    if (n > PLAN_MOST) return "longer than 1 MiB";
    if (!take(&all, magic, 8) || memcmp(magic, MAGIC, 8) != 0) return "this is not a plan; expected " MAGIC;
    if (!take32(&all, &version) || version != PLAN_VERSION) return plan_wrong("expected version %d", PLAN_VERSION);
    if (!take32(&all, &length) || !take32(&all, &records) || !take32(&all, &plan->flags) ||
        !take32(&all, &plan->hold_ms) || !take32(&all, &none) || length != n || none != 0)
        return "its header is wrong";
    if (plan->flags & ~(uint32_t)PLAN_FLAGS) return "it has an unknown flag";
    const char *wrong = read_records(plan, &all, false, &count);
    if (wrong) return wrong;
    if (count != records) return plan_wrong("it has %zu records, expected %u", count, records);
    return plan_rules(plan);
}

void plan_free(struct plan *plan) {
    free(plan->texts);
    plan->texts = NULL;
}
