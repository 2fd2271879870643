// A library that is preloaded into QEMU: it opens the file of a machine's memory read-only.
//
// QEMU opens the file for writing, although it maps it privately and never writes to it. The file is shared with its
// template and every branch, so only the host agent may be able to write it.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int really_open(int folder, const char *path, int flags, mode_t mode) {
    const char *shared = getenv("BELLJAR_PRIVATE");
    if (shared != NULL && path != NULL && strcmp(shared, path) == 0 && (flags & O_ACCMODE) == O_RDWR) {
        flags = (flags & ~(O_ACCMODE | O_CREAT | O_TRUNC)) | O_RDONLY;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list more) {
    return (flags & O_CREAT) != 0 || (flags & __O_TMPFILE) == __O_TMPFILE ? va_arg(more, mode_t) : 0;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                      \
        va_list more;                                                                                                 \
        va_start(more, flags);                                                                                        \
        mode_t mode = mode_of(flags, more);                                                                           \
        va_end(more);                                                                                                 \
        return really_open(AT_FDCWD, path, flags, mode);                                                              \
    }

OPEN(open)
OPEN(open64)

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

int __open_2(const char *path, int flags) {
    return really_open(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags) {
    return really_open(AT_FDCWD, path, flags, 0);
}
