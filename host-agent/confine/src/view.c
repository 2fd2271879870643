// Creates namespaces with a view of the file system that contains only the plan's paths, each at its usual place.
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MS_REC_ = 16384, MS_PRIVATE_ = 1 << 18, DETACH = 2 };

// The folder where the view is assembled. Its files are hidden meanwhile, in this mount namespace only.
static const char WORKSHOP[] = "/usr";

// The mount tree of one path, cloned before any path is hidden.
struct taken {
    int fd;
    bool folder;
    char target[PATH_MAX]; // of a symbolic link
};

bool unshare_namespaces(const struct plan *plan) {
    int flags = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS;
    // A network namespace is the most expensive one. A program without sockets does not need it.
    if (plan->sockets) {
        flags |= CLONE_NEWNET;
    }
    if (geteuid() == 0 && unshare(flags) == 0) {
        return true;
    }
    return enter_user_namespace() && unshare(flags) == 0;
}

static int open_tree_of(const char *path, unsigned flags) {
    return (int)syscall(SYS_open_tree, AT_FDCWD, path, flags);
}

static void restrict_tree(const struct path *path, int fd) {
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID};
    if (path->access != DEVICE) {
        attributes.attr_set |= MOUNT_ATTR_NODEV;
    }
    if (path->access != SYSTEM && path->access != PROGRAM) {
        attributes.attr_set |= MOUNT_ATTR_NOEXEC;
    }
    if (path->access != WRITE && path->access != DEVICE) {
        attributes.attr_set |= MOUNT_ATTR_RDONLY;
    }
    if (syscall(SYS_mount_setattr, fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0) {
        die("cannot be restricted", path->name);
    }
}

// Returns false for a system path that does not exist on this system.
static bool take(const struct path *path, struct taken *taken) {
    struct stat about;
    if (lstat(path->name, &about) != 0) {
        if (path->access == SYSTEM && errno == ENOENT) {
            return false;
        }
        die("cannot be inspected", path->name);
    }
    taken->fd = -1;
    taken->folder = S_ISDIR(about.st_mode);
    if (S_ISLNK(about.st_mode)) {
        ssize_t length = readlink(path->name, taken->target, sizeof taken->target - 1);
        if (path->access != SYSTEM || length <= 0) {
            errno = ELOOP;
            die("is a symbolic link", path->name);
        }
        taken->target[length] = '\0';
        return true;
    }
    // A preloaded library is part of the program and must be mapped executable.
    unsigned flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_SYMLINK_NOFOLLOW | (taken->folder ? AT_RECURSIVE : 0);
    taken->fd = open_tree_of(path->name, flags);
    if (taken->fd < 0) {
        die("cannot be opened for the view", path->name);
    }
    restrict_tree(path, taken->fd);
    return true;
}

static void make_folders(char *path) {
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        // Parent folders can only be traversed; their other content must not be listed.
        if (mkdir(path, 0111) != 0 && errno != EEXIST) {
            die("cannot be created in the view", path);
        }
        *slash = '/';
    }
}

// Mounts the path at its usual place relative to the current folder, which is the view's root.
static void place(const struct path *path, const struct taken *taken) {
    char name[PATH_MAX];
    errno = ENAMETOOLONG;
    if (strlen(path->name) >= sizeof name) {
        die("cannot be created in the view", path->name);
    }
    strcpy(name, path->name + 1);
    make_folders(name);
    if (taken->fd < 0) {
        if (symlink(taken->target, name) != 0) {
            die("cannot be created in the view", path->name);
        }
        return;
    }
    int made = taken->folder ? mkdir(name, 0755) : mknod(name, S_IFREG | 0644, 0);
    if (made != 0 && errno != EEXIST) {
        die("cannot be created in the view", path->name);
    }
    if (syscall(SYS_move_mount, taken->fd, "", AT_FDCWD, name, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
        die("cannot be mounted in the view", path->name);
    }
    close(taken->fd);
}

static int empty_root(void) {
    int context = (int)syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC);
    if (context < 0 || syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "size", "1m", 0) != 0 ||
        syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "mode", "0111", 0) != 0 ||
        syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) != 0) {
        die("an empty view cannot be created", NULL);
    }
    int root = (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    close(context);
    if (root < 0) {
        die("an empty view cannot be created", NULL);
    }
    return root;
}

static void take_on_root(int root) {
    struct mount_attr still = {.attr_set = MOUNT_ATTR_RDONLY};
    if (fchdir(root) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 || syscall(SYS_umount2, ".", DETACH) != 0 ||
        chdir("/") != 0 || syscall(SYS_mount_setattr, root, "", AT_EMPTY_PATH, &still, sizeof still) != 0) {
        die("cannot switch to the view", NULL);
    }
    close(root);
}

void enter_view(const struct plan *plan) {
    static struct taken taken[MOST_PATHS];
    bool there[MOST_PATHS] = {false};
    char folder[PATH_MAX];
    if (getcwd(folder, sizeof folder) == NULL) {
        strcpy(folder, "/");
    }
    if (syscall(SYS_mount, NULL, "/", NULL, MS_REC_ | MS_PRIVATE_, NULL) != 0) {
        die("mounts cannot be made private", NULL);
    }
    for (size_t i = 0; i < plan->path_count; i++) {
        there[i] = take(&plan->paths[i], &taken[i]);
    }
    int root = empty_root();
    if (syscall(SYS_move_mount, root, "", AT_FDCWD, WORKSHOP, MOVE_MOUNT_F_EMPTY_PATH) != 0 || fchdir(root) != 0) {
        die("an empty view cannot be entered", NULL);
    }
    for (size_t i = 0; i < plan->path_count; i++) {
        if (there[i]) {
            place(&plan->paths[i], &taken[i]);
        }
    }
    take_on_root(root);
    if (chdir(folder) != 0 && chdir("/") != 0) {
        die("the working directory cannot be entered", NULL);
    }
}
