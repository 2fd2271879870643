// Descriptors, resource limits and the control group.
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void close_between(unsigned first, unsigned last) {
    if (first <= last && syscall(SYS_close_range, first, last, 0) != 0) {
        die("inherited file descriptors cannot be closed", NULL);
    }
}

// Closes all descriptors except the first three and those that the plan keeps.
void close_inherited(const struct plan *plan) {
    int kept[MOST_FDS];
    for (size_t i = 0; i < plan->kept_count; i++) {
        size_t at = i;
        for (; at > 0 && kept[at - 1] > plan->kept[i]; at--) {
            kept[at] = kept[at - 1];
        }
        kept[at] = plan->kept[i];
    }
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

static bool write_text(const char *folder, const char *file, const char *text) {
    char path[PATH_MAX];
    errno = 0;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, file) >= sizeof path) {
        die("the control group path is too long", folder);
    }
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0;
}

static bool write_limit(const char *folder, const char *limit) {
    char name[64];
    const char *equals = strchr(limit, '=');
    size_t length = (size_t)(equals - limit);
    errno = 0;
    if (length >= sizeof name) {
        die("not a control group limit", limit);
    }
    memcpy(name, limit, length);
    name[length] = '\0';
    return write_text(folder, name, equals + 1);
}

static bool enter_cgroup(const struct plan *plan) {
    if (mkdir(plan->cgroup, 0755) != 0 && errno != EEXIST) {
        die("the control group cannot be created", plan->cgroup);
    }
    for (size_t i = 0; i < plan->cgroup_limit_count; i++) {
        if (!write_limit(plan->cgroup, plan->cgroup_limits[i])) {
            return false;
        }
    }
    return write_text(plan->cgroup, "cgroup.procs", "0");
}

// Creates the plan's control group, sets its limits and moves this process into it.
void join_cgroup(const struct plan *plan) {
    if (plan->cgroup == NULL) {
        return;
    }
    // The group of a machine of the same name that just ended may still be being removed, so this retries.
    for (int left = 10; !enter_cgroup(plan); left--) {
        if (errno != ENOENT || left == 0) {
            die("the control group cannot be configured or joined", plan->cgroup);
        }
    }
}
