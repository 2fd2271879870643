// Places the mounts of the plan, one after the other, into a root that is not yet the process's own; then enters it.
#include "root.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "jail.h"
#include "kernel.h"

#define WORKSHOP "/tmp"
#define INIT_NAME (&INIT_PATH[sizeof "/dev"])

enum { STAYS_INSIDE = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS };

static int find(int root, const char *target) { return open_beneath(root, target + 1, O_PATH | O_NOFOLLOW, STAYS_INSIDE); }

// The folder of the target, with all above it made if they are missing.
static int find_parent(int root, const char *target) {
    char path[PATH_BYTES_MOST + 1];
    int folder = fcntl(root, F_DUPFD_CLOEXEC, 0);
    strcpy(path, target + 1);
    char *part = path;
    for (char *slash = strchr(part, '/'); slash; slash = strchr(part, '/')) {
        *slash = 0;
        int next = open_beneath(folder, part, O_PATH | O_DIRECTORY, STAYS_INSIDE);
        if (next < 0 && errno == ENOENT && mkdirat(folder, part, 0755) == 0)
            next = open_beneath(folder, part, O_PATH | O_DIRECTORY, STAYS_INSIDE);
        if (next < 0) die("a folder above it cannot be entered or made in the jail", target);
        close(folder);
        folder = next;
        part = slash + 1;
    }
    return folder;
}

static int find_or_make(int root, const char *target, bool folder) {
    int found = find(root, target);
    if (found >= 0) return found;
    if (errno != ENOENT) die("cannot be entered in the jail", target);
    int parent = find_parent(root, target);
    const char *name = strrchr(target, '/') + 1;
    if ((folder ? mkdirat(parent, name, 0755) : mknodat(parent, name, S_IFREG | 0644, 0)) != 0)
        die("does not exist in the jail and cannot be made", target);
    close(parent);
    if ((found = find(root, target)) < 0) die("cannot be entered in the jail", target);
    return found;
}

static void place(int root, const char *target, int tree) {
    int at = find_or_make(root, target, fd_type(tree) == S_IFDIR);
    if (attach(tree, at) != 0) die("cannot be mounted in the jail", target);
    close(at);
}

static int own_fs(const char *type, uint64_t attributes, const char *const *options) {
    int tree = make_fs(type, attributes, options);
    if (tree < 0) die("a file system of this kind cannot be mounted in the jail", type);
    return tree;
}

static int empty_fs(const struct mount_plan *m) {
    char size[32];
    snprintf(size, sizeof size, "%llu", (unsigned long long)m->size);
    const char *const options[] = {"source", "tmpfs", "size", size, "mode", m->attributes & WRITE ? "1777" : "0755", NULL, NULL};
    return own_fs("tmpfs", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (m->attributes & NOEXEC ? MOUNT_ATTR_NOEXEC : 0), options);
}

static int proc_fs(const struct plan *plan) {
    const char *const options[] = {"source", "proc", "subset", "pid", NULL, NULL};
    const char *const whole[] = {"source", "proc", NULL, NULL};
    return own_fs("proc", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC, plan->flags & FULL_PROC ? whole : options);
}

static void put_links(int dev) {
    static const char *const links[][2] = {{"/proc/self/fd", "fd"},         {"/proc/self/fd/0", "stdin"},
                                           {"/proc/self/fd/1", "stdout"},   {"/proc/self/fd/2", "stderr"},
                                           {"pts/ptmx", "ptmx"}};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (symlinkat(links[i][0], dev, links[i][1]) != 0) die("cannot be made in /dev", links[i][1]);
}

static void place_named(int folder, const char *name, int tree) {
    bool is_folder = fd_type(tree) == S_IFDIR;
    if ((is_folder ? mkdirat(folder, name, 0755) : mknodat(folder, name, S_IFREG | 0644, 0)) != 0) die("cannot be made in /dev", name);
    int at = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (at < 0 || attach(tree, at) != 0) die("cannot be mounted in /dev", name);
    close(at);
    close(tree);
}

// The folder stays writable until the rest of the plan, which may add devices, is in place.
static int place_dev(int root, const struct sources *sources) {
    static const char *const dev_options[] = {"source", "dev", "size", "1m", "mode", "0755", NULL, NULL};
    static const char *const shm_options[] = {"source", "shm", "mode", "1777", NULL, NULL};
    static const char *const pts_options[] = {"source", "devpts", "ptmxmode", "0666", "mode", "0620", NULL, NULL};
    uint64_t attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
    int dev = own_fs("tmpfs", attributes | MOUNT_ATTR_NODEV, dev_options);
    place(root, "/dev", dev);
    for (int i = 0; i < DEVICES; i++) place_named(dev, device_names[i], sources->devices[i]);
    place_named(dev, INIT_NAME, sources->init);
    place_named(dev, "pts", own_fs("devpts", attributes, pts_options));
    place_named(dev, "shm", own_fs("tmpfs", attributes | MOUNT_ATTR_NODEV, shm_options));
    put_links(dev);
    return dev;
}

static void place_link(int root, const struct mount_plan *m) {
    int parent = find_parent(root, m->target);
    if (symlinkat(m->source, parent, strrchr(m->target, '/') + 1) != 0) die("cannot be made in the jail", m->target);
    close(parent);
}

// Closes what was placed, but not the masks, which the launcher keeps as well.
static void place_tree(int root, const struct mount_plan *m, int tree) {
    place(root, m->target, tree);
    close(tree);
}

static void place_mask(int root, const struct mount_plan *m, int tree) {
    int at = find(root, m->target);
    if (at < 0 && (m->attributes & OPTIONAL) && (errno == ENOENT || errno == ENOTDIR)) return;
    if (at < 0) die("cannot be hidden, because it cannot be entered", m->target);
    if (attach(tree, at) != 0) die("cannot be hidden", m->target);
    close(at);
    close(tree);
}

static void seal(int tree, const char *what) {
    if (set_tree(tree, MOUNT_ATTR_RDONLY, 0, false) != 0) die("cannot be made read-only", what);
    close(tree);
}

static void place_all(int root, const struct plan *plan, const struct sources *sources) {
    static int sealed[MOUNTS_MOST];
    size_t seals = 0;
    for (size_t i = 1; i < plan->mount_count; i++) {
        const struct mount_plan *m = &plan->mounts[i];
        int tree;
        if (sources->skipped[i]) continue;
        switch ((enum mount_kind)m->kind) {
            case BIND:
            case OVERLAY: place_tree(root, m, sources->trees[i]); break;
            case MASK: place_mask(root, m, sources->trees[i]); break;
            case LINK: place_link(root, m); break;
            case PROC: place_tree(root, m, proc_fs(plan)); break;
            case DEV: sealed[seals++] = place_dev(root, sources); break;
            case TMPFS:
                place(root, m->target, tree = empty_fs(m));
                if (m->attributes & WRITE)
                    close(tree);
                else
                    sealed[seals++] = tree;
                break;
        }
    }
    for (size_t i = 0; i < seals; i++) seal(sealed[i], "a file system of the jail");
}

void root_enter(const struct plan *plan, const struct sources *sources) {
    const struct mount_plan *first = &plan->mounts[0];
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) die("mounts cannot be made private", NULL);
    int root = first->kind == TMPFS ? empty_fs(first) : sources->trees[0];
    int workshop = open(WORKSHOP, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (workshop < 0 || attach(root, workshop) != 0) die("the jail's root cannot be mounted", WORKSHOP);
    close(workshop);
    place_all(root, plan, sources);
    if (first->kind == TMPFS && !(first->attributes & WRITE) && set_tree(root, MOUNT_ATTR_RDONLY, 0, false) != 0)
        die("the jail's root cannot be made read-only", NULL);
    if (fchdir(root) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 || chdir("/") != 0)
        die("the jail's root cannot be entered", NULL);
    // What is granted and revoked later reaches the namespaces of sandboxes inside as well.
    if ((plan->flags & NESTED) && mount(NULL, "/", NULL, MS_REC | MS_SHARED, NULL) != 0)
        die("mounts cannot be shared with sandboxes inside", NULL);
    close(root);
}
