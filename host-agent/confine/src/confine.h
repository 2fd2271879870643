// Shared declarations of the launcher: the confinement plan, and the functions that apply its layers.
//
// Every function that applies a layer ends the process with `die` if it fails: a program never runs with less
// confinement than its plan says.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

// REFUSED is the exit code when no program was run because a layer of the plan could not be applied.
enum { REFUSED = 125, MOST_PATHS = 256, MOST_LIMITS = 8, MOST_FDS = 16, MOST_VARIABLES = 16, MOST_CGROUP = 4 };

// What the program may do with a path.
enum access { SYSTEM, PROGRAM, READ, WRITE, DEVICE };

struct path {
    enum access access;
    const char *name;
};

struct limit {
    int resource;
    rlim_t value;
};

struct plan {
    struct path paths[MOST_PATHS];
    size_t path_count;
    struct limit limits[MOST_LIMITS];
    size_t limit_count;
    int kept[MOST_FDS];
    size_t kept_count;
    char *variables[MOST_VARIABLES];
    size_t variable_count;
    const char *cgroup;
    const char *cgroup_limits[MOST_CGROUP];
    size_t cgroup_limit_count;
    bool own_user;       // becomes `user` and `group` for good; for root only
    uid_t user;
    gid_t group;
    bool namespaces;     // user (unless root), mount, ipc, uts, with `sockets` network; a view of only the paths
    int landlock;        // the least ABI that must hold; 0 for none
    bool sockets;        // may create Unix stream sockets and accept connections on them; otherwise no sockets at all
    bool probe;
    char **argv;
};

// plan.c: parses the command line; returns NULL, or an error message.
const char *plan_read(struct plan *plan, int argc, char **argv);

// main.c
_Noreturn void die(const char *what, const char *operand);

// limits.c
void close_inherited(const struct plan *plan);
void set_limits(const struct plan *plan);
void join_cgroup(const struct plan *plan);

// identity.c
bool enter_user_namespace(void);
void grant_files(const struct plan *plan);
void become_user(const struct plan *plan);
void bound_capabilities(void);
void drop_capabilities(void);
void forbid_privileges(void);

// view.c
bool unshare_namespaces(const struct plan *plan);
void enter_view(const struct plan *plan);

// landlock.c: `landlock_abi` is 0 if the kernel does not support Landlock.
int landlock_abi(void);
void enter_landlock(const struct plan *plan);

// filter.c
void enter_filter(const struct plan *plan);

// probe.c
int probe(const struct plan *plan);
