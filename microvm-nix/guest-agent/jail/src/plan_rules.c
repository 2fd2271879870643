// What must hold of a plan as a whole: nothing is missing, no id is the host's root, and no mount gets around a mask.
#include "plan.h"

#include <string.h>

bool path_below(const char *path, const char *folder) {
    size_t n = strlen(folder);
    if (n == 1) return true;
    return strncmp(path, folder, n) == 0 && (path[n] == 0 || path[n] == '/');
}

int64_t plan_outside(const struct id_map *maps, size_t count, uint32_t inside) {
    for (size_t i = 0; i < count; i++)
        if (inside >= maps[i].inside && inside - maps[i].inside < maps[i].count)
            return (int64_t)maps[i].outside + (inside - maps[i].inside);
    return -1;
}

static bool overlap(uint32_t a, uint32_t na, uint32_t b, uint32_t nb) {
    return (uint64_t)a < (uint64_t)b + nb && (uint64_t)b < (uint64_t)a + na;
}

static const char *map_rules(const struct id_map *maps, size_t count) {
    if (count == 0) return "no ids are mapped";
    for (size_t i = 0; i < count; i++) {
        if (maps[i].outside == 0) return "it maps ids to 0, the root user or group of this computer; expected others";
        for (size_t j = 0; j < i; j++)
            if (overlap(maps[i].inside, maps[i].count, maps[j].inside, maps[j].count) ||
                overlap(maps[i].outside, maps[i].count, maps[j].outside, maps[j].count))
                return "ranges of ids overlap";
    }
    return NULL;
}

static const char *attribute_rules(const struct mount_plan *m) {
    static const uint32_t allowed[] = {
        [BIND] = WRITE | NOEXEC | DEVICE | OPTIONAL | MAPPED,
        [OVERLAY] = NOEXEC | MAPPED,
        [TMPFS] = WRITE | NOEXEC,
        [MASK] = OPTIONAL | ASK,
        [DEV] = 0,
    };
    if (m->attributes & ~allowed[m->kind]) return "an attribute that this kind of mount cannot have";
    if ((m->attributes & MAPPED) && (m->attributes & (WRITE | DEVICE))) return "MAPPED with WRITE or DEVICE";
    if (m->kind == PROC && strcmp(m->target, "/proc") != 0) return "expected the target /proc";
    if (m->kind == DEV && strcmp(m->target, "/dev") != 0) return "expected the target /dev";
    return NULL;
}

static bool is_root(const char *path) { return path[1] == 0; }

// Where a path below `source` shows up if `source` is at `target`, is covered by a mask or by what comes later.
static bool covered(const struct plan *plan, size_t at, const char *hidden) {
    const struct mount_plan *m = &plan->mounts[at];
    const char *rest = hidden + (is_root(m->source) ? 0 : strlen(m->source));
    char shows[2 * PATH_BYTES_MOST + 2];
    size_t n = is_root(m->target) ? 0 : strlen(m->target);
    memcpy(shows, m->target, n);
    strcpy(shows + n, rest);
    if (!shows[0]) strcpy(shows, "/");
    for (size_t i = at + 1; i < plan->mount_count; i++)
        if (path_below(shows, plan->mounts[i].target)) return true;
    return false;
}

static const char *mask_rules(const struct plan *plan, size_t at) {
    const struct mount_plan *mask = &plan->mounts[at];
    if (is_root(mask->source) || is_root(mask->target)) return "it hides /";
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct mount_plan *m = &plan->mounts[i];
        if (i > at && path_below(mask->target, m->target))
            return plan_wrong("mount %zu covers the mask at %s", i, mask->target);
        if (i != at && m->kind == MASK && path_below(mask->target, m->target)) return "it is below another mask";
        if ((m->kind == BIND || m->kind == OVERLAY) && path_below(mask->source, m->source) && !covered(plan, i, mask->source))
            return plan_wrong("mount %zu shows what the mask of %s hides", i, mask->source);
        if (m->kind == BIND && path_below(m->source, mask->source))
            return plan_wrong("mount %zu shows a part of what the mask of %s hides", i, mask->source);
    }
    return NULL;
}

static const char *mount_rules(const struct plan *plan) {
    int procs = 0, devs = 0;
    if (plan->mount_count == 0 || !is_root(plan->mounts[0].target)) return "the first mount is not that of /";
    if (plan->mounts[0].kind > TMPFS || (plan->mounts[0].attributes & (OPTIONAL | DEVICE)))
        return "the mount of / is not a BIND, OVERLAY or TMPFS";
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct mount_plan *m = &plan->mounts[i];
        const char *wrong = attribute_rules(m);
        if (!wrong && i > 0 && is_root(m->target)) wrong = "only the first mount can be that of /";
        if (!wrong && i > 0 && (path_below("/proc", m->target) || path_below("/dev", m->target)) && procs + devs > 0 &&
            m->kind != PROC && m->kind != DEV)
            wrong = "it covers /proc or /dev";
        if (!wrong && path_below(m->target, "/proc") && m->kind != PROC) wrong = "its target is below /proc";
        if (!wrong && (m->attributes & DEVICE) && devs == 0) wrong = "a device comes before DEV";
        if (!wrong && m->kind == MASK) wrong = mask_rules(plan, i);
        if (wrong) return plan_wrong("mount %zu: %s", i, wrong);
        procs += m->kind == PROC;
        devs += m->kind == DEV;
    }
    return procs == 1 && devs == 1 ? NULL : "expected one PROC and one DEV";
}

static const char *listener_rules(const struct plan *plan) {
    bool listener = plan->flags & LISTENER_WISHED;
    if (listener != (plan->hold_ms > 0) || plan->hold_ms > HOLD_MOST) return "the hold time does not fit LISTENER";
    if (listener && !plan->control) return "LISTENER without CONTROL";
    if ((plan->flags & AWAIT) && !listener) return "AWAIT without LISTENER";
    return NULL;
}

const char *plan_rules(const struct plan *plan) {
    const char *wrong = map_rules(plan->users, plan->user_maps);
    if (!wrong) wrong = map_rules(plan->groups, plan->group_maps);
    if (wrong) return wrong;
    if (!plan->identified || plan_outside(plan->users, plan->user_maps, plan->user) < 0 ||
        plan_outside(plan->groups, plan->group_maps, plan->group) < 0)
        return "the command's user or group is not mapped";
    if (plan->command.args == 0 || !plan->command.argv[0][0]) return "it has no command";
    if (!plan->command.cwd || !plan->hostname) return "it has no working folder or no host name";
    if (!plan->filter) return "it has no filter";
    wrong = listener_rules(plan);
    return wrong ? wrong : mount_rules(plan);
}
