// The plan of a jail, as PLAN.md defines it. Reading it needs no kernel; nothing that was read points outside the plan.
#ifndef BELLJAR_PLAN_H
#define BELLJAR_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAN_VERSION = 1,
    PLAN_MOST = 1 << 20,
    RECORDS_MOST = 4096,
    MAPS_MOST = 8,
    MOUNTS_MOST = 1024,
    ARGS_MOST = 1024,
    ENVS_MOST = 512,
    LIMITS_MOST = 16,
    KEPT_MOST = 16,
    OPENS_MOST = 256,
    FILTER_MOST = 4096,
    PATH_BYTES_MOST = 4095,
    HOLD_MOST = 86400000,
};

enum plan_flag { TERMINAL = 1, FULL_PROC = 2, NESTED = 4, LISTENER_WISHED = 8, AWAIT = 16, PLAN_FLAGS = 31 };

enum record_kind {
    USER_MAP = 1,
    GROUP_MAP,
    IDENTITY,
    MOUNT,
    ARG,
    ENV,
    CWD,
    HOSTNAME,
    LIMIT,
    FILTER,
    KEEP,
    CGROUP,
    CONTROL,
    OPEN,
};

enum mount_kind { BIND = 1, OVERLAY, TMPFS, MASK, LINK, PROC, DEV };

enum mount_attribute { WRITE = 1, NOEXEC = 2, DEVICE = 4, OPTIONAL = 8, MAPPED = 16, ASK = 32 };

struct id_map {
    uint32_t inside, outside, count;
};

struct mount_plan {
    uint32_t kind, attributes;
    const char *source, *target, *upper, *work; // `source` is a link's content
    uint64_t size;
};

struct limit_plan {
    uint32_t resource;
    uint64_t soft, hard;
};

struct kept_plan {
    int outside, inside;
};

// What a command is; argv and env end with NULL.
struct command_plan {
    char *argv[ARGS_MOST + 1], *env[ENVS_MOST + 1];
    size_t args, envs;
    const char *cwd;
};

struct plan {
    uint32_t flags, hold_ms;
    struct id_map users[MAPS_MOST], groups[MAPS_MOST];
    size_t user_maps, group_maps;
    bool identified;
    uint32_t user, group;
    struct mount_plan mounts[MOUNTS_MOST];
    size_t mount_count;
    struct command_plan command;
    const char *hostname, *cgroup, *control;
    struct limit_plan limits[LIMITS_MOST];
    size_t limit_count;
    const uint8_t *filter; // in the bytes that were read
    size_t filter_count;   // instructions of 8 bytes
    struct kept_plan kept[KEPT_MOST];
    size_t kept_count;
    const char *opens[OPENS_MOST];
    size_t open_count;
    char *texts; // all strings
    size_t texts_used, texts_size;
};

// Returns NULL, or what is wrong; the message is in a static buffer. The bytes must stay, and plan_free follows in any case.
const char *plan_read(struct plan *plan, const uint8_t *bytes, size_t n);
// The same for a bare list of records of a command.
const char *plan_read_command(struct plan *plan, const uint8_t *bytes, size_t n);
void plan_free(struct plan *plan);

// Whether `path` is `folder`, or below it.
bool path_below(const char *path, const char *folder);
bool plan_path(const char *path);
// The id outside, or -1.
int64_t plan_outside(const struct id_map *maps, size_t count, uint32_t inside);

// plan_rules.c: what must hold of the plan as a whole; NULL, or what does not.
const char *plan_rules(const struct plan *plan);
const char *plan_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
