// Parses the plan from the command line: only long options, each followed by its value as a separate argument.
#include "confine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int resource;
} RESOURCES[] = {{"nofile", RLIMIT_NOFILE}, {"nproc", RLIMIT_NPROC}, {"fsize", RLIMIT_FSIZE}, {"as", RLIMIT_AS}};

static bool number(const char *text, unsigned long long most, unsigned long long *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *value <= most;
}

static const char *add_path(struct plan *plan, enum access access, const char *name) {
    if (plan->path_count == MOST_PATHS) {
        return "too many paths; expected at most 256";
    }
    // With dots two paths could name the same file in different ways.
    if (name[0] != '/' || strstr(name, "/../") != NULL || strstr(name, "/./") != NULL || strstr(name, "//") != NULL) {
        return "a path is relative or contains //, . or ..";
    }
    size_t length = strlen(name);
    if (length > 1 && (name[length - 1] == '/' || strcmp(name + length - 2, "/.") == 0 ||
                       (length > 2 && strcmp(name + length - 3, "/..") == 0))) {
        return "a path is relative or contains //, . or ..";
    }
    if (length == 1) {
        return "the path / is not allowed; expected a path below it";
    }
    plan->paths[plan->path_count++] = (struct path){access, name};
    return NULL;
}

static const char *add_limit(struct plan *plan, char *text) {
    char *equals = strchr(text, '=');
    unsigned long long value;
    if (equals == NULL || plan->limit_count == MOST_LIMITS || !number(equals + 1, RLIM_INFINITY - 1, &value)) {
        return "--limit: expected nofile=N, nproc=N, fsize=N or as=N";
    }
    for (size_t i = 0; i < sizeof RESOURCES / sizeof RESOURCES[0]; i++) {
        size_t length = strlen(RESOURCES[i].name);
        if ((size_t)(equals - text) == length && strncmp(text, RESOURCES[i].name, length) == 0) {
            plan->limits[plan->limit_count++] = (struct limit){RESOURCES[i].resource, value};
            return NULL;
        }
    }
    return "--limit: expected nofile=N, nproc=N, fsize=N or as=N";
}

static const char *add_system(struct plan *plan) {
    static const char *const NAMES[] = {"/usr",        "/bin",  "/sbin",     "/lib", "/lib32", "/lib64", "/libx32",
                                        "/etc/ld.so.cache", "/etc/alternatives", "/nix/store"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        const char *wrong = add_path(plan, SYSTEM, NAMES[i]);
        if (wrong != NULL) {
            return wrong;
        }
    }
    return NULL;
}

static const char *take_numbers(struct plan *plan, const char *option, const char *value) {
    unsigned long long found;
    if (strcmp(option, "--user") == 0) {
        plan->own_user = true;
        plan->user = number(value, 0xFFFFFFFEU, &found) ? (uid_t)found : 0;
        return plan->user == 0 ? "--user: expected a numeric user id other than 0" : NULL;
    }
    if (strcmp(option, "--group") == 0) {
        plan->group = number(value, 0xFFFFFFFEU, &found) ? (gid_t)found : 0;
        return plan->group == 0 ? "--group: expected a numeric group id other than 0" : NULL;
    }
    if (strcmp(option, "--landlock") == 0) {
        if (!number(value, 1000, &found) || found == 0) {
            return "--landlock: expected a minimum ABI of 1 or more";
        }
        plan->landlock = (int)found;
        return NULL;
    }
    if (strcmp(option, "--keep-fd") == 0) {
        if (plan->kept_count == MOST_FDS || !number(value, 1 << 20, &found) || found < 3) {
            return "--keep-fd: expected the number of a file descriptor, 3 or more, at most 16 times";
        }
        plan->kept[plan->kept_count++] = (int)found;
        return NULL;
    }
    return "unknown option; see README.md";
}

static const char *take_value(struct plan *plan, const char *option, char *value) {
    if (strcmp(option, "--ro") == 0) {
        return add_path(plan, READ, value);
    }
    if (strcmp(option, "--rw") == 0) {
        return add_path(plan, WRITE, value);
    }
    if (strcmp(option, "--dev") == 0) {
        return add_path(plan, DEVICE, value);
    }
    if (strcmp(option, "--run") == 0) {
        return add_path(plan, PROGRAM, value);
    }
    if (strcmp(option, "--limit") == 0) {
        return add_limit(plan, value);
    }
    if (strcmp(option, "--env") == 0) {
        if (plan->variable_count == MOST_VARIABLES || strchr(value, '=') == NULL || value[0] == '=') {
            return "--env: expected NAME=VALUE, at most 16 times";
        }
        plan->variables[plan->variable_count++] = value;
        return NULL;
    }
    if (strcmp(option, "--cgroup") == 0) {
        plan->cgroup = value;
        return value[0] == '/' ? NULL : "--cgroup: expected an absolute path";
    }
    if (strcmp(option, "--cgroup-limit") == 0) {
        if (plan->cgroup_limit_count == MOST_CGROUP || strchr(value, '=') == NULL || strchr(value, '/') != NULL) {
            return "--cgroup-limit: expected FILE=VALUE, at most 4 times";
        }
        plan->cgroup_limits[plan->cgroup_limit_count++] = value;
        return NULL;
    }
    return take_numbers(plan, option, value);
}

static const char *checked(struct plan *plan, int argc, char **argv, int at) {
    if (plan->probe) {
        return NULL;
    }
    if (at >= argc) {
        return "no program was given; expected -- PROGRAM [WORD…]";
    }
    plan->argv = argv + at;
    if (!plan->namespaces && plan->landlock == 0) {
        return "neither --namespaces nor --landlock was given: the program would see every file";
    }
    if (plan->own_user && (plan->group == 0 || !plan->namespaces)) {
        return "--user requires --group and --namespaces";
    }
    return NULL;
}

const char *plan_read(struct plan *plan, int argc, char **argv) {
    int at = 1;
    while (at < argc && strcmp(argv[at], "--") != 0) {
        const char *option = argv[at++];
        const char *wrong = NULL;
        if (strcmp(option, "--namespaces") == 0) {
            plan->namespaces = true;
        } else if (strcmp(option, "--sockets") == 0) {
            plan->sockets = true;
        } else if (strcmp(option, "--probe") == 0) {
            plan->probe = true;
        } else if (strcmp(option, "--system") == 0) {
            wrong = add_system(plan);
        } else if (at == argc || strncmp(option, "--", 2) != 0) {
            wrong = "an option has no value; expected OPTION VALUE … -- PROGRAM";
        } else {
            wrong = take_value(plan, option, argv[at++]);
        }
        if (wrong != NULL) {
            return wrong;
        }
    }
    return checked(plan, argc, argv, at + 1);
}
