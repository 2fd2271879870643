// The part of the C library that the launcher uses, implemented with direct system calls.
//
// The C library's own initialization took longer than all the work of the launcher, presumably because it executes
// CPUID, which traps in a virtual machine. The unit tests are linked with the C library instead of this file.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ENVIRONMENT = 1024, MOST_TEXT = 8192 };

int main(int argc, char **argv);
static int last_error;
static char *variables[MOST_ENVIRONMENT + 1];
char **environ = variables;
static char standard_output, standard_error;
FILE *stdout = (FILE *)&standard_output;
FILE *stderr = (FILE *)&standard_error;

int *__errno_location(void) {
    return &last_error;
}

static long call(long number, long a, long b, long c, long d, long e) {
    long result;
    register long fourth __asm__("r10") = d;
    register long fifth __asm__("r8") = e;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

#define CALL(number, a, b, c) call(number, (long)(a), (long)(b), (long)(c), 0, 0)

long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long), e = va_arg(list, long);
    va_end(list);
    return call(number, a, b, c, d, e);
}

int prctl(int option, ...) {
    va_list list;
    va_start(list, option);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long);
    va_end(list);
    return (int)call(SYS_prctl, option, a, b, c, d);
}

// The launcher creates no files, so a mode is never passed.
int open(const char *path, int flags, ...) { return (int)CALL(SYS_open, path, flags, 0); }
int openat(int folder, const char *path, int flags, ...) { return (int)call(SYS_openat, folder, (long)path, flags, 0, 0); }
int close(int fd) { return (int)CALL(SYS_close, fd, 0, 0); }
ssize_t write(int fd, const void *from, size_t length) { return CALL(SYS_write, fd, from, length); }
int access(const char *path, int mode) { return (int)CALL(SYS_access, path, mode, 0); }
int chdir(const char *path) { return (int)CALL(SYS_chdir, path, 0, 0); }
int fchdir(int fd) { return (int)CALL(SYS_fchdir, fd, 0, 0); }
char *getcwd(char *path, size_t most) { return CALL(SYS_getcwd, path, most, 0) < 0 ? NULL : path; }
int mkdir(const char *path, mode_t mode) { return (int)CALL(SYS_mkdir, path, mode, 0); }
int mknod(const char *path, mode_t mode, dev_t device) { return (int)CALL(SYS_mknod, path, mode, device); }
int rmdir(const char *path) { return (int)CALL(SYS_rmdir, path, 0, 0); }
int symlink(const char *target, const char *path) { return (int)CALL(SYS_symlink, target, path, 0); }
ssize_t readlink(const char *path, char *target, size_t most) { return CALL(SYS_readlink, path, target, most); }
int stat(const char *path, struct stat *about) { return (int)CALL(SYS_stat, path, about, 0); }
int lstat(const char *path, struct stat *about) { return (int)CALL(SYS_lstat, path, about, 0); }
int fstat(int fd, struct stat *about) { return (int)CALL(SYS_fstat, fd, about, 0); }
int fchmod(int fd, mode_t mode) { return (int)CALL(SYS_fchmod, fd, mode, 0); }
int fchown(int fd, uid_t user, gid_t group) { return (int)CALL(SYS_fchown, fd, user, group); }
int dup2(int from, int to) { return (int)CALL(SYS_dup2, from, to, 0); }
pid_t getpid(void) { return (pid_t)CALL(SYS_getpid, 0, 0, 0); }
uid_t geteuid(void) { return (uid_t)CALL(SYS_geteuid, 0, 0, 0); }
gid_t getegid(void) { return (gid_t)CALL(SYS_getegid, 0, 0, 0); }
int setgroups(size_t count, const gid_t *groups) { return (int)CALL(SYS_setgroups, count, groups, 0); }
int setresuid(uid_t real, uid_t now, uid_t kept) { return (int)CALL(SYS_setresuid, real, now, kept); }
int setresgid(gid_t real, gid_t now, gid_t kept) { return (int)CALL(SYS_setresgid, real, now, kept); }
int unshare(int flags) { return (int)CALL(SYS_unshare, flags, 0, 0); }
pid_t fork(void) { return (pid_t)CALL(SYS_fork, 0, 0, 0); }
pid_t waitpid(pid_t pid, int *status, int options) { return (pid_t)call(SYS_wait4, pid, (long)status, options, 0, 0); }
int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) { return (int)CALL(SYS_getrlimit, resource, limit, 0); }
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) { return (int)CALL(SYS_setrlimit, resource, limit, 0); }

void _exit(int status) {
    for (;;) {
        CALL(SYS_exit_group, status, 0, 0);
    }
}

void *memcpy(void *restrict to, const void *restrict from, size_t length) {
    for (size_t i = 0; i < length; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memset(void *to, int value, size_t length) {
    for (size_t i = 0; i < length; i++) {
        ((char *)to)[i] = (char)value;
    }
    return to;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}

int strncmp(const char *left, const char *right, size_t most) {
    for (size_t i = 0; i < most; i++) {
        if (left[i] != right[i] || left[i] == '\0') {
            return (unsigned char)left[i] - (unsigned char)right[i];
        }
    }
    return 0;
}

int strcmp(const char *left, const char *right) {
    return strncmp(left, right, SIZE_MAX);
}

char *strcpy(char *restrict to, const char *restrict from) {
    return memcpy(to, from, strlen(from) + 1);
}

char *strchr(const char *text, int wanted) {
    for (; *text != (char)wanted; text++) {
        if (*text == '\0') {
            return NULL;
        }
    }
    return (char *)text;
}

char *strstr(const char *text, const char *wanted) {
    for (size_t length = strlen(wanted); strncmp(text, wanted, length) != 0; text++) {
        if (*text == '\0') {
            return NULL;
        }
    }
    return (char *)text;
}

// Parses decimal digits only, which is all that the launcher accepts.
unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    unsigned long long value = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (value > (UINT64_MAX - digit) / (unsigned)base) {
            errno = ERANGE;
        }
        value = value * (unsigned)base + digit;
    }
    *end = (char *)text;
    return value;
}

char *strerror(int error) {
    static const struct {
        int error;
        const char *words;
    } KNOWN[] = {{ENOENT, "No such file or directory"}, {EPERM, "Operation not permitted"}, {EACCES, "Permission denied"},
                 {EEXIST, "File exists"}, {ENOTDIR, "Not a directory"}, {ELOOP, "Too many levels of symbolic links"},
                 {EBUSY, "Device or resource busy"}, {EINVAL, "Invalid argument"}, {ENOSPC, "No space left on device"},
                 {EROFS, "Read-only file system"}, {ENOSYS, "Function not implemented"}, {ENOMEM, "Cannot allocate memory"},
                 {ENAMETOOLONG, "File name too long"}, {E2BIG, "Argument list too long"}, {ENOEXEC, "Exec format error"},
                 {ENFILE, "Too many open files in system"}, {EMFILE, "Too many open files"}, {EAGAIN, "Resource temporarily unavailable"}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        if (KNOWN[i].error == error) {
            return (char *)KNOWN[i].words;
        }
    }
    static char other[32];
    snprintf(other, sizeof other, "error %u", (unsigned)error);
    return other;
}

static size_t put(char *to, size_t most, size_t at, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++, at++) {
        if (at + 1 < most) {
            to[at] = text[i];
        }
    }
    return at;
}

// Supports only %s, %u and %d, which is all that the launcher uses.
int vsnprintf(char *restrict to, size_t most, const char *restrict format, va_list list) {
    size_t at = 0;
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            at = put(to, most, at, format, 1);
            continue;
        }
        if (*++format == 's') {
            const char *text = va_arg(list, const char *);
            at = put(to, most, at, text, strlen(text));
            continue;
        }
        char digits[16];
        size_t left = sizeof digits;
        unsigned value = va_arg(list, unsigned);
        if (*format == 'd' && (int)value < 0) {
            at = put(to, most, at, "-", 1);
            value = 0 - value;
        }
        do {
            digits[--left] = (char)('0' + value % 10);
            value /= 10;
        } while (value != 0);
        at = put(to, most, at, digits + left, sizeof digits - left);
    }
    if (most > 0) {
        to[at < most ? at : most - 1] = '\0';
    }
    return (int)at;
}

int snprintf(char *restrict to, size_t most, const char *restrict format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, most, format, list);
    va_end(list);
    return length;
}

static int print(int fd, const char *format, va_list list) {
    static char text[MOST_TEXT];
    int length = vsnprintf(text, sizeof text, format, list);
    return (int)write(fd, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

int fprintf(FILE *restrict file, const char *restrict format, ...) {
    va_list list;
    va_start(list, format);
    int length = print(file == stdout ? 1 : 2, format, list);
    va_end(list);
    return length;
}

int printf(const char *restrict format, ...) {
    va_list list;
    va_start(list, format);
    int length = print(1, format, list);
    va_end(list);
    return length;
}

int fflush(FILE *file) {
    (void)file;
    return 0;
}

int putenv(char *variable) {
    size_t name = (size_t)(strchr(variable, '=') - variable) + 1;
    size_t at = 0;
    while (environ[at] != NULL && strncmp(environ[at], variable, name) != 0) {
        at++;
    }
    if (at == MOST_ENVIRONMENT) {
        errno = E2BIG;
        return -1;
    }
    environ[at] = variable;
    return 0;
}

static const char *variable(const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; environ[i] != NULL; i++) {
        if (strncmp(environ[i], name, length) == 0 && environ[i][length] == '=') {
            return environ[i] + length + 1;
        }
    }
    return NULL;
}

int execvp(const char *program, char *const words[]) {
    if (strchr(program, '/') != NULL) {
        return (int)CALL(SYS_execve, program, words, environ);
    }
    const char *path = variable("PATH");
    int found = ENOENT;
    for (const char *folder = path == NULL ? "/bin:/usr/bin" : path; folder != NULL;) {
        static char file[4096];
        const char *end = strchr(folder, ':');
        size_t length = end == NULL ? strlen(folder) : (size_t)(end - folder);
        if (length > 0 && length + strlen(program) + 2 <= sizeof file) {
            memcpy(file, folder, length);
            file[length] = '/';
            strcpy(file + length + 1, program);
            CALL(SYS_execve, file, words, environ);
            if (errno != ENOENT && errno != ENOTDIR) {
                found = errno;
            }
        }
        folder = end == NULL ? NULL : end + 1;
    }
    errno = found;
    return -1;
}

// The entry from the kernel: the arguments are on the stack, followed by the environment variables.
__attribute__((used)) static void begin(long *stack) {
    int argc = (int)stack[0];
    char **argv = (char **)(stack + 1);
    char **given = argv + argc + 1;
    for (size_t i = 0; given[i] != NULL; i++) {
        if (i == MOST_ENVIRONMENT) {
            fprintf(stderr, "belljar-confine: more than %d environment variables; nothing was run\n", MOST_ENVIRONMENT);
            _exit(125);
        }
        variables[i] = given[i];
    }
    _exit(main(argc, argv));
}

__attribute__((naked, noreturn)) void _start(void) {
    __asm__("xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n");
}
