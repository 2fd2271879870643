// Mounts without names, by descriptors.
#include "kernel.h"

#include <errno.h>
#include <string.h>

int open_beneath(int folder, const char *path, int flags, uint64_t resolve) {
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC), .resolve = resolve};
    long fd;
    do fd = syscall(SYS_openat2, folder, path, &how, sizeof how);
    while (fd < 0 && errno == EAGAIN);
    return (int)fd;
}

int clone_tree(int fd) {
    return (int)syscall(SYS_open_tree, fd, "", OPEN_TREE_CLONE | OPEN_TREE_CLOSES | AT_EMPTY_PATH | AT_RECURSIVE);
}

int set_tree(int fd, uint64_t set, uint64_t clear, bool recursive) {
    struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
    unsigned flags = AT_EMPTY_PATH | (recursive ? AT_RECURSIVE : 0);
    return (int)syscall(SYS_mount_setattr, fd, "", flags, &attributes, sizeof attributes);
}

int attach(int tree, int at) {
    return (int)syscall(SYS_move_mount, tree, "", at, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
}

int make_fs(const char *type, uint64_t attributes, const char *const *options) {
    int context = (int)syscall(SYS_fsopen, type, FSOPEN_CLOEXEC), made = -1;
    if (context < 0) return -1;
    bool good = true;
    for (; good && *options; options += 2)
        good = syscall(SYS_fsconfig, context, options[1] ? FSCONFIG_SET_STRING : FSCONFIG_SET_FLAG, options[0], options[1], 0) == 0;
    if (good && syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
        made = (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, (unsigned)attributes);
    int error = errno;
    close(context);
    errno = error;
    return made;
}

int fd_type(int fd) {
    struct stat about;
    return fstat(fd, &about) == 0 ? (int)(about.st_mode & S_IFMT) : 0;
}

bool write_all(int fd, const void *bytes, size_t n) {
    const char *at = bytes;
    while (n > 0) {
        ssize_t wrote = write(fd, at, n);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        at += wrote;
        n -= (size_t)wrote;
    }
    return true;
}

bool write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool good = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    int error = errno;
    close(fd);
    errno = error;
    return good;
}
