// Follows a path as the process in the jail would, from component to component, until it meets a mask. The answer is a hint
// for asking: the process may change its memory or its links meanwhile, and then meets the mask itself.
#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>

#include "kernel.h"
#include "warden.h"

enum { LINKS_MOST = 40 };

struct walk {
    struct warden *warden;
    const struct asker *asker;
    int at;
    bool host_proc; // `at` is in this computer's /proc, in the process's own folder
    int links;
    char left[2 * PATH_MAX];
};

// If the process is gone, its number may be that of a process outside by now, in whose files a path must not be followed.
static int open_proc(const struct asker *asker, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", asker->pid, name);
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0 || ioctl(asker->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &asker->id) == 0) return fd;
    close(fd);
    return -1;
}

static bool step_to(struct walk *k, int fd) {
    if (fd < 0) return false;
    close(k->at);
    k->at = fd;
    return true;
}

static bool prepend(struct walk *k, const char *target) {
    char rest[sizeof k->left];
    strcpy(rest, k->left);
    return snprintf(k->left, sizeof k->left, "%s/%s", target, rest) < (int)sizeof k->left;
}

static bool on_masks(const struct warden *w, int fd, struct stat *about) {
    return fstat(fd, about) == 0 && about->st_dev == w->masks_device;
}

static const struct mask *mask_at(const struct walk *k) {
    struct stat about;
    if (!on_masks(k->warden, k->at, &about)) return NULL;
    for (size_t i = 0; i < k->warden->mask_count; i++)
        if (k->warden->masks[i].content == about.st_ino) return &k->warden->masks[i];
    return NULL;
}

// Takes the first component off what is left; false if nothing is.
static bool next(struct walk *k, char part[NAME_MAX + 1], bool *last) {
    char *from = k->left + strspn(k->left, "/");
    size_t n = strcspn(from, "/");
    if (n == 0 || n > NAME_MAX) return false;
    memcpy(part, from, n);
    part[n] = 0;
    const char *after = from + n + strspn(from + n, "/");
    *last = *after == 0;
    memmove(k->left, from + n, strlen(from + n) + 1);
    return true;
}

// The jail's own /proc names processes as the jail sees them, and `self` would be the warden.
static bool in_proc(struct walk *k, const char *part, bool *done) {
    struct statfs about;
    *done = false;
    if (k->host_proc) {
        if (strcmp(part, "..") == 0) return false; // not into this computer's own /proc
        *done = true;
        int fd = openat(k->at, part, O_PATH | O_CLOEXEC); // follows its links, which lead to where the process is
        struct stat found;
        k->host_proc = fd >= 0 && fstatfs(fd, &about) == 0 && about.f_type == PROC_SUPER_MAGIC && fstat(fd, &found) == 0;
        return step_to(k, fd);
    }
    if (fstatfs(k->at, &about) != 0 || about.f_type != PROC_SUPER_MAGIC) return true;
    if (strcmp(part, "self") != 0 && strcmp(part, "thread-self") != 0) return true;
    *done = k->host_proc = true;
    return step_to(k, open_proc(k->asker, ""));
}

static bool follow_link(struct walk *k, int link) {
    char target[PATH_MAX];
    ssize_t n = readlinkat(link, "", target, sizeof target - 1);
    close(link);
    if (n <= 0 || ++k->links > LINKS_MOST) return false;
    target[n] = 0;
    if (!prepend(k, target)) return false;
    return target[0] != '/' || step_to(k, open_proc(k->asker, "root"));
}

static bool step(struct walk *k, const char *part, bool follow) {
    bool done;
    if (strcmp(part, ".") == 0) return true;
    if (!in_proc(k, part, &done)) return false;
    if (done) return true;
    int fd = openat(k->at, part, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    if (fd_type(fd) == S_IFLNK && follow) return follow_link(k, fd);
    return step_to(k, fd);
}

// What is left below a mask, without `.` and `..`; false if it leads out again, to the folder that the mask is in.
static bool below_mask(struct walk *k, char rest[PATH_MAX]) {
    char part[NAME_MAX + 1];
    bool last;
    size_t n = 0;
    rest[0] = 0;
    while (next(k, part, &last)) {
        if (strcmp(part, ".") == 0) continue;
        if (strcmp(part, "..") == 0) {
            if (n == 0) return step_to(k, openat(k->at, "..", O_PATH | O_CLOEXEC)) && false;
            char *slash = strrchr(rest, '/');
            n = slash ? (size_t)(slash - rest) : 0;
            rest[n] = 0;
            continue;
        }
        size_t length = strlen(part);
        if (n + length + 2 > PATH_MAX) return true;
        if (n > 0) rest[n++] = '/';
        memcpy(rest + n, part, length + 1);
        n += length;
    }
    return true;
}

static const struct mask *walk(struct walk *k, bool follow, char rest[PATH_MAX]) {
    char part[NAME_MAX + 1];
    bool last;
    for (;;) {
        const struct mask *mask = mask_at(k);
        if (mask && below_mask(k, rest)) return mask;
        if (!next(k, part, &last) || !step(k, part, follow || !last)) return NULL;
    }
}

// One call for the whole path is enough where it exists and is not masked, which is almost always.
static bool surely_elsewhere(const struct walk *k, const char *path) {
    uint64_t resolve = RESOLVE_NO_MAGICLINKS | (path[0] == '/' ? RESOLVE_IN_ROOT : RESOLVE_BENEATH);
    int fd = open_beneath(k->at, path, O_PATH, resolve);
    if (fd < 0) return false;
    struct stat about;
    bool masked = on_masks(k->warden, fd, &about);
    close(fd);
    return !masked;
}

const struct mask *locate(struct warden *w, const struct asker *asker, const char *path, bool follow, char rest[PATH_MAX]) {
    static struct walk k;
    char name[32] = "root";
    if (w->mask_count == 0 || strlen(path) >= PATH_MAX) return NULL;
    if (path[0] != '/') snprintf(name, sizeof name, asker->folder == AT_FDCWD ? "cwd" : "fd/%d", asker->folder);
    k.warden = w;
    k.asker = asker;
    k.host_proc = false;
    k.links = 0;
    k.at = open_proc(asker, name);
    strcpy(k.left, path);
    if (k.at < 0) return NULL;
    const struct mask *found = surely_elsewhere(&k, path) ? NULL : walk(&k, follow, rest);
    close(k.at);
    return found;
}
