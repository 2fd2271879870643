/// Saying what happens and why it went wrong, and the two file functions every room needs.
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/reboot.h>
#include <unistd.h>

static void emit(const char *prefix, const char *format, va_list arguments, int error) {
    char line[512] = "<1>";
    size_t used = 3;
    used += (size_t)snprintf(line + used, sizeof line - used, "%s", prefix);
    int more = vsnprintf(line + used, sizeof line - used, format, arguments);
    if (more > 0) used += (size_t)more;
    if (used < sizeof line - 1 && error != 0) used += (size_t)snprintf(line + used, sizeof line - used, ": %s", strerror(error));
    if (used > sizeof line - 1) used = sizeof line - 1;
    int log = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
    if (log < 0) log = open("/root/dev/kmsg", O_WRONLY | O_CLOEXEC);
    if (log < 0) return;
    // A lost line is all that can be lost here, and there is nobody to tell.
    if (write(log, line, used) < 0) errno = 0;
    close(log);
}

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    emit("", format, arguments, 0);
    va_end(arguments);
}

void die(const char *format, ...) {
    int error = errno;
    va_list arguments;
    va_start(arguments, format);
    emit("BELLJAR-INIT-FAILED: ", format, arguments, error);
    va_end(arguments);
    sync();
    reboot(RB_POWER_OFF);
    // Where nothing can switch the machine off, a reset ends it as well: QEMU runs with -no-reboot.
    reboot(RB_AUTOBOOT);
    for (;;) pause();
}

bool write_file(const char *path, const char *text, unsigned mode) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) return false;
    size_t length = strlen(text);
    bool whole = write(file, text, length) == (ssize_t)length;
    return close(file) == 0 && whole;
}

bool read_line(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t got = read(file, text, size - 1);
    close(file);
    if (got <= 0) return false;
    text[got] = '\0';
    if (text[got - 1] == '\n') text[got - 1] = '\0';
    return text[0] != '\0';
}
