// Grants and revokes: what a mask hides is mounted over it, read-only, while the jail runs; the access that was held then finds it.
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>

#include "kernel.h"
#include "warden.h"

// Part of a mask's path that exists there only so that something can be mounted at its end: it can be passed, not listed.
#define PASSABLE 0111

static const char *below(const struct mask *mask, const char *path) {
    const char *rest = path + strlen(mask->plan->source);
    return *rest == '/' ? rest + 1 : rest;
}

const char *mask_source(const struct warden *w, const char *path) {
    for (size_t i = 0; i < w->mask_count; i++)
        if (path_below(path, w->masks[i].plan->source)) return w->masks[i].plan->source;
    return NULL;
}

size_t grants_count(const struct warden *w) {
    size_t count = 0;
    for (size_t i = 0; i < GRANTS_MOST; i++) count += w->grants[i].path != NULL;
    return count;
}

bool grants_show(const struct warden *w, const char *path) {
    for (size_t i = 0; i < GRANTS_MOST; i++)
        if (w->grants[i].path && path_below(path, w->grants[i].path)) return true;
    return false;
}

// A detached, read-only tree of what is at the path on this computer.
static int open_granted(const char *path, bool *folder) {
    int fd = open_beneath(AT_FDCWD, path, O_PATH, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    if (fd < 0) return -1;
    *folder = fd_type(fd) == S_IFDIR;
    int tree = clone_tree(fd);
    close(fd);
    if (tree >= 0 && set_tree(tree, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0, true) == 0) return tree;
    int error = errno;
    if (tree >= 0) close(tree);
    errno = error;
    return -1;
}

// Makes the way to `rest` in the content of a mask, which only the warden can write.
static bool make_way(struct warden *w, const struct mask *mask, const char *rest, bool folder) {
    char path[PATH_MAX];
    int at = openat(w->jail->sources->masks, mask->name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (at < 0 || fchmodat(w->jail->sources->masks, mask->name, PASSABLE, 0) != 0) return false;
    strcpy(path, rest);
    char *part = path;
    for (char *slash = strchr(part, '/'); slash && at >= 0; slash = strchr(part, '/')) {
        *slash = 0;
        bool made = mkdirat(at, part, PASSABLE) == 0 || (errno == EEXIST && fchmodat(at, part, PASSABLE, 0) == 0);
        int next = made ? openat(at, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
        close(at);
        at = next;
        part = slash + 1;
    }
    if (at < 0) return false;
    bool made = (folder ? mkdirat(at, part, 0) : mknodat(at, part, S_IFREG, 0)) == 0 || errno == EEXIST;
    int error = errno;
    close(at);
    errno = error;
    return made;
}

// Runs in the jail's mount namespace, in which this process has no path of its own: only descriptors are used.
static bool mount_inside(struct warden *w, const struct mask *mask, const char *rest, int tree) {
    if (setns(w->jail->mounts, CLONE_NEWNS) != 0) return false;
    uint64_t inside = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    int at = *rest ? open_beneath(mask->tree, rest, O_PATH, inside) : mask->tree;
    bool mounted = at >= 0 && attach(tree, at) == 0;
    int error = errno;
    if (*rest && at >= 0) close(at);
    if (setns(w->jail->own_mounts, CLONE_NEWNS) != 0) abort(); // in the wrong place nothing is safe: the jail ends with its warden
    errno = error;
    return mounted;
}

static struct grant *free_grant(struct warden *w) {
    for (size_t i = 0; i < GRANTS_MOST; i++)
        if (!w->grants[i].path) return &w->grants[i];
    return NULL;
}

static const char *grant_one(struct warden *w, const struct mask *mask, const char *path, bool *missing) {
    bool folder = false;
    struct grant *grant = free_grant(w);
    if (!grant) return "too many grants; revoke some first";
    int tree = open_granted(path, &folder);
    if (tree < 0) {
        *missing = errno == ENOENT || errno == ENOTDIR;
        if (errno == ELOOP) return "this path leads through a symbolic link; grant its folder, or where it leads to";
        return plan_wrong("%s: %s", path, strerror(errno));
    }
    const char *rest = below(mask, path);
    if ((*rest && !make_way(w, mask, rest, folder)) || !mount_inside(w, mask, rest, tree)) {
        const char *wrong = plan_wrong("%s: cannot be mounted in the jail: %s", path, strerror(errno));
        close(tree);
        return wrong;
    }
    *grant = (struct grant){strdup(path), tree};
    if (!grant->path) abort();
    return NULL;
}

static bool granted(const struct warden *w, const char *path) {
    for (size_t i = 0; i < GRANTS_MOST; i++)
        if (w->grants[i].path && strcmp(w->grants[i].path, path) == 0) return true;
    return false;
}

const char *grant_path(struct warden *w, const char *source, const char *path, bool *missing) {
    *missing = false;
    if (granted(w, path)) return NULL;
    if (denied_below(w, path)) return "a path at or below it is refused for good; say cmd.decide with ask about that first";
    for (size_t i = 0; i < w->mask_count; i++) {
        if (strcmp(w->masks[i].plan->source, source) != 0) continue;
        const char *wrong = grant_one(w, &w->masks[i], path, missing);
        if (wrong) return wrong;
    }
    return NULL;
}

static bool unmount_inside(struct warden *w, int tree) {
    if (setns(w->jail->mounts, CLONE_NEWNS) != 0) return false;
    bool gone = fchdir(tree) == 0 && umount2(".", MNT_DETACH) == 0;
    int error = errno;
    if (setns(w->jail->own_mounts, CLONE_NEWNS) != 0) abort();
    errno = error;
    return gone;
}

const char *grant_revoke(struct warden *w, const char *path) {
    bool found = false;
    for (size_t i = 0; i < GRANTS_MOST; i++) {
        struct grant *grant = &w->grants[i];
        if (!grant->path || strcmp(grant->path, path) != 0) continue;
        if (!unmount_inside(w, grant->tree)) return plan_wrong("%s: cannot be unmounted: %s", path, strerror(errno));
        close(grant->tree);
        free(grant->path);
        *grant = (struct grant){0};
        found = true;
    }
    return found ? NULL : "this path was not granted";
}
