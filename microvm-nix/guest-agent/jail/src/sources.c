// The launcher opens everything with the caller's rights and passes it to the child as descriptors: the child, whose ids
// are the jail's, may reach less, and no path is looked up twice.
#include "sources.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "ids.h"
#include "jail.h"
#include "kernel.h"

const char *const device_names[DEVICES] = {"null", "zero", "full", "random", "urandom", "tty"};

#define WORKSHOP "/tmp"

// -1 only if it is optional and missing.
static int open_source(const char *path, bool optional, int flags) {
    int fd = open_beneath(AT_FDCWD, path, O_PATH | flags, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    if (fd < 0 && optional && (errno == ENOENT || errno == ENOTDIR)) return -1;
    if (fd < 0 && errno == ELOOP) die("contains a symbolic link; expected the path that it leads to", path);
    if (fd < 0) die("cannot be opened", path);
    return fd;
}

static uint64_t attributes_of(const struct mount_plan *m) {
    uint64_t set = MOUNT_ATTR_NOSUID;
    if (!(m->attributes & WRITE)) set |= MOUNT_ATTR_RDONLY;
    if (!(m->attributes & DEVICE)) set |= MOUNT_ATTR_NODEV;
    if (m->attributes & NOEXEC) set |= MOUNT_ATTR_NOEXEC;
    return set;
}

static void map_owners(int tree, int mapping, const struct mount_plan *m, bool recursive) {
    struct mount_attr mapped = {.attr_set = MOUNT_ATTR_IDMAP, .userns_fd = (uint64_t)mapping};
    unsigned flags = AT_EMPTY_PATH | (recursive ? AT_RECURSIVE : 0);
    if (syscall(SYS_mount_setattr, tree, "", flags, &mapped, sizeof mapped) != 0) die("its owners cannot be mapped", m->source);
}

static int bind(const struct mount_plan *m, int mapping) {
    int fd = open_source(m->source, m->attributes & OPTIONAL, 0);
    if (fd < 0) return -1;
    errno = 0;
    int type = fd_type(fd);
    if ((m->attributes & DEVICE) && type != S_IFCHR) die("expected a character device", m->source);
    int tree = clone_tree(fd);
    if (tree < 0 || set_tree(tree, attributes_of(m), 0, true) != 0) die("cannot be mounted as the plan says", m->source);
    if (m->attributes & MAPPED) map_owners(tree, mapping, m, true);
    close(fd);
    return tree;
}

static void attach_aside(int tree) {
    int workshop = open(WORKSHOP, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (workshop < 0 || attach(tree, workshop) != 0) die("cannot be mounted for a moment", WORKSHOP);
    close(workshop);
}

static void detach_aside(int tree) {
    if (fchdir(tree) != 0 || umount2(".", MNT_DETACH) != 0 || chdir("/") != 0) die("cannot be unmounted again", WORKSHOP);
}

// The descriptors are given by name, because folders of an overlay have no other form without characters that mean something.
static int overlay(const struct mount_plan *m, int mapping) {
    int fds[3] = {open_source(m->source, false, O_DIRECTORY), open_source(m->upper, false, O_DIRECTORY),
                  open_source(m->work, false, O_DIRECTORY)};
    char names[3][32];
    bool mapped = m->attributes & MAPPED;
    if (mapped) {
        int lower = clone_tree(fds[0]);
        if (lower < 0) die("cannot be mounted as the plan says", m->source);
        map_owners(lower, mapping, m, false);
        attach_aside(lower); // an overlay takes only what is mounted somewhere
        close(fds[0]);
        fds[0] = lower;
    }
    for (int i = 0; i < 3; i++) snprintf(names[i], sizeof names[i], "/proc/self/fd/%d", fds[i]);
    const char *options[] = {"source",  "overlay", "lowerdir", names[0], "upperdir", names[1],
                             "workdir", names[2],  "userxattr", NULL,    NULL,       NULL};
    uint64_t attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (m->attributes & NOEXEC ? MOUNT_ATTR_NOEXEC : 0);
    int tree = make_fs("overlay", attributes, options);
    if (tree < 0) die("an overlay cannot be mounted (the upper folder cannot be on an overlay)", m->target);
    if (mapped) detach_aside(fds[0]);
    for (int i = 0; i < 3; i++) close(fds[i]);
    return tree;
}

// What a mask shows: an empty folder or file that nobody may read, on a file system of the masks.
static bool mask_content(int masks, const struct mount_plan *m, const char *name) {
    int fd = open_source(m->source, m->attributes & OPTIONAL, 0);
    if (fd < 0) return false;
    bool folder = fd_type(fd) == S_IFDIR;
    close(fd);
    if ((folder ? mkdirat(masks, name, 0) : mknodat(masks, name, S_IFREG, 0)) != 0) die("a mask cannot be made", m->source);
    return true;
}

static void mask(struct sources *sources, const struct mount_plan *m, size_t at) {
    char name[24];
    snprintf(name, sizeof name, "%zu", at);
    int fd = openat(sources->masks, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    int tree = fd < 0 ? -1 : clone_tree(fd);
    if (tree < 0 || set_tree(tree, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC, 0, false) != 0)
        die("a mask cannot be made", m->source);
    close(fd);
    sources->trees[at] = tree;
}

// The contents are made first, while the masks' file system is mounted nowhere and covers no source.
static size_t mask_contents(struct sources *sources, const struct plan *plan) {
    static const char *const options[] = {"source", "belljar-mask", "mode", "0700", "size", "4m", NULL, NULL};
    size_t count = 0;
    for (size_t i = 0; i < plan->mount_count; i++) {
        char name[24];
        if (plan->mounts[i].kind != MASK) continue;
        if (count++ == 0) sources->masks = make_fs("tmpfs", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC, options);
        if (sources->masks < 0) die("the file system of the masks cannot be made", NULL);
        snprintf(name, sizeof name, "%zu", i);
        sources->skipped[i] = !mask_content(sources->masks, &plan->mounts[i], name);
    }
    return count;
}

// A tree can only be cloned from what is mounted somewhere, so the masks' file system is mounted for that time.
static void masks_open(struct sources *sources, const struct plan *plan) {
    if (mask_contents(sources, plan) == 0) return;
    attach_aside(sources->masks);
    for (size_t i = 0; i < plan->mount_count; i++)
        if (plan->mounts[i].kind == MASK && !sources->skipped[i]) mask(sources, &plan->mounts[i], i);
    detach_aside(sources->masks);
}

static void devices_open(struct sources *sources) {
    for (int i = 0; i < DEVICES; i++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/%s", device_names[i]);
        const struct mount_plan node = {.kind = BIND, .attributes = NOEXEC | DEVICE, .source = path};
        sources->devices[i] = bind(&node, -1);
    }
}

// The program is found by its path, because /proc/self/exe is a file of the namespace that it was started in.
static void init_open(struct sources *sources) {
    char path[PATH_BYTES_MOST + 1];
    struct stat running, found;
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) die("cannot be read", "/proc/self/exe");
    path[n] = 0;
    int fd = open_source(path, false, 0);
    errno = 0;
    if (stat("/proc/self/exe", &running) != 0 || fstat(fd, &found) != 0 || running.st_dev != found.st_dev ||
        running.st_ino != found.st_ino)
        die("is not the program that is running", path);
    const struct mount_plan self = {.kind = BIND, .source = path};
    close(fd);
    sources->init = bind(&self, -1);
}

void sources_open(struct sources *sources, const struct plan *plan) {
    memset(sources->trees, -1, sizeof sources->trees);
    sources->masks = -1;
    sources->mapping = -1;
    for (size_t i = 0; i < plan->mount_count && sources->mapping < 0; i++)
        if (plan->mounts[i].attributes & MAPPED) sources->mapping = ids_mapping(plan);
    masks_open(sources, plan);
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct mount_plan *m = &plan->mounts[i];
        if (m->kind == BIND) {
            sources->trees[i] = bind(m, sources->mapping);
            sources->skipped[i] = sources->trees[i] < 0;
        } else if (m->kind == OVERLAY) {
            sources->trees[i] = overlay(m, sources->mapping);
        }
    }
    devices_open(sources);
    init_open(sources);
}
