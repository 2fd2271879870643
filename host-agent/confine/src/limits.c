// Descriptors, resource limits and the control group.
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int by_number(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

static void close_between(unsigned first, unsigned last) {
    if (first <= last && syscall(SYS_close_range, first, last, 0) != 0) {
        die("inherited descriptors cannot be closed", NULL);
    }
}

// Closes all but the first three and those the plan keeps.
void close_inherited(const struct plan *plan) {
    int kept[MOST_FDS];
    memcpy(kept, plan->kept, sizeof kept);
    qsort(kept, plan->kept_count, sizeof kept[0], by_number);
    unsigned next = 3;
    for (size_t i = 0; i < plan->kept_count; i++) {
        close_between(next, (unsigned)kept[i] - 1);
        next = (unsigned)kept[i] + 1;
    }
    close_between(next, UINT_MAX);
}

static void set_limit(int resource, rlim_t value) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) {
        die("a resource limit cannot be read", NULL);
    }
    rlim_t least = now.rlim_max < value ? now.rlim_max : value;
    struct rlimit next = {least, least};
    if (setrlimit(resource, &next) != 0) {
        die("a resource limit cannot be set", NULL);
    }
}

void set_limits(const struct plan *plan) {
    set_limit(RLIMIT_CORE, 0);
    for (size_t i = 0; i < plan->limit_count; i++) {
        set_limit(plan->limits[i].resource, plan->limits[i].value);
    }
}

static void write_text(const char *folder, const char *file, const char *text) {
    char path[PATH_MAX];
    errno = 0;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, file) >= sizeof path) {
        die("the path of the control group is too long", folder);
    }
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) || close(fd) != 0) {
        die("the control group cannot be set", path);
    }
}

// Makes the plan's control group, sets its limits and moves this process into it.
void join_cgroup(const struct plan *plan) {
    if (plan->cgroup == NULL) {
        return;
    }
    if (mkdir(plan->cgroup, 0755) != 0 && errno != EEXIST) {
        die("the control group cannot be made", plan->cgroup);
    }
    for (size_t i = 0; i < plan->cgroup_limit_count; i++) {
        char name[64];
        const char *equals = strchr(plan->cgroup_limits[i], '=');
        size_t length = (size_t)(equals - plan->cgroup_limits[i]);
        errno = 0;
        if (length >= sizeof name) {
            die("not a limit of a control group", plan->cgroup_limits[i]);
        }
        memcpy(name, plan->cgroup_limits[i], length);
        name[length] = '\0';
        write_text(plan->cgroup, name, equals + 1);
    }
    write_text(plan->cgroup, "cgroup.procs", "0");
}
