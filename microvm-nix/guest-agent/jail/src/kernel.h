// Calls and constants that the C library may not have, and small things that several parts need.
#ifndef BELLJAR_JAIL_KERNEL_H
#define BELLJAR_JAIL_KERNEL_H

#include <fcntl.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef OPEN_TREE_CLONE
#define OPEN_TREE_CLONE 1
#endif
#define OPEN_TREE_CLOSES O_CLOEXEC
#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif
#ifndef MNT_DETACH
#define MNT_DETACH 2
#endif

int open_beneath(int folder, const char *path, int flags, uint64_t resolve);
// A detached copy of what `fd` is open at, with all mounts below it.
int clone_tree(int fd);
int set_tree(int fd, uint64_t set, uint64_t clear, bool recursive);
int attach(int tree, int at);
// A detached new file system; options are NAME, VALUE, …, NULL. A NULL value is a flag.
int make_fs(const char *type, uint64_t attributes, const char *const *options);
int fd_type(int fd); // S_IFDIR …, or 0
bool write_all(int fd, const void *bytes, size_t n);
bool write_file(const char *path, const char *text);

#endif
