// The stream on which the host adds to the list of refusals (PROTOCOL 5), and the list itself.
#include "refusals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kinds.h"

#define OLD_ONES_KEPT(most) ((most) / 4 * 3)

static size_t lines_in(const uint8_t *bytes, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += bytes[i] == '\n';
    return count;
}

static int write_whole(int fd, const uint8_t *bytes, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return done < 0 ? errno : ENOSPC;
        bytes += done;
        n -= (size_t)done;
    }
    return 0;
}

// Opens the list for appending. A FIFO must not stop the agent, and a link must not lead it elsewhere.
static int open_list(const char *path, struct stat *is) {
    for (int tries = 0; tries < 2; tries++) {
        int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
        if (fd >= 0 && fstat(fd, is) == 0 && S_ISREG(is->st_mode) && is->st_nlink == 1) {
            // Whatever umask the agent was started with.
            if (fchmod(fd, 0644) == 0) return fd;
        } else if (unlink(path) == 0) {
            errno = EAGAIN;
        }
        int error = errno;
        if (fd >= 0) close(fd);
        errno = error;
    }
    return -1;
}

// The beginning of the first line of which at most `lines` and `bytes` follow.
static size_t first_kept(const uint8_t *old, size_t n, size_t lines, size_t bytes) {
    size_t start = n, count = 0;
    for (size_t at = n; at > 0; at--) {
        if (old[at - 1] != '\n') continue;
        if (at < n) {
            if (count > lines || n - at > bytes) return start;
            start = at;
        }
        count++;
    }
    return count > lines || n > bytes ? start : 0;
}

static int replace(const char *path, const uint8_t *old, size_t kept, const uint8_t *lines, size_t n) {
    char *fresh = memory(strlen(path) + sizeof ".new");
    sprintf(fresh, "%s.new", path);
    unlink(fresh);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    int error = fd < 0 ? errno : 0;
    if (!error && fchmod(fd, 0644) != 0) error = errno;
    if (!error) error = write_whole(fd, old, kept);
    if (!error) error = write_whole(fd, lines, n);
    if (fd >= 0) close(fd);
    if (!error && rename(fresh, path) != 0) error = errno;
    if (error) unlink(fresh);
    free(fresh);
    return error;
}

static int add(const char *path, int fd, size_t size, const uint8_t *lines, size_t n) {
    uint8_t *old = memory(size + 1);
    size_t got = 0;
    for (ssize_t done; got < size && (done = pread(fd, old + got, size - got, (off_t)got)) > 0;) got += (size_t)done;
    // A line that somebody cut off must not become part of the next one.
    if (got > 0 && old[got - 1] != '\n') old[got++] = '\n';
    bool fits = got == size && got + n <= REFUSALS_BYTES_MOST && lines_in(old, got) + lines_in(lines, n) <= REFUSALS_LINES_MOST;
    int error;
    if (fits) {
        error = write_whole(fd, lines, n);
    } else {
        size_t added = lines_in(lines, n), most = OLD_ONES_KEPT(REFUSALS_LINES_MOST), room = OLD_ONES_KEPT(REFUSALS_BYTES_MOST);
        size_t start = first_kept(old, got, added < most ? most - added : 0, n < room ? room - n : 0);
        error = replace(path, old + start, got - start, lines, n);
    }
    free(old);
    return error;
}

int refusals_add(const char *path, const uint8_t *lines, size_t n) {
    struct stat is;
    if (n == 0) return 0;
    if (n > REFUSALS_ADDED_MOST || lines[n - 1] != '\n' || lines_in(lines, n) > REFUSALS_LINES_MOST) return EINVAL;
    int fd = open_list(path, &is);
    if (fd < 0) return errno;
    // Nobody but root can have made it longer than the agent does.
    int error = is.st_size > 2 * REFUSALS_BYTES_MOST ? replace(path, NULL, 0, lines, n) : add(path, fd, (size_t)is.st_size, lines, n);
    close(fd);
    return error;
}

struct added {
    struct stream stream;
    struct buffer lines;
};

static void release(struct stream *s) {
    struct added *a = (struct added *)s;
    buffer_free(&a->lines);
    free(a);
}

static bool on_data(struct stream *s, uint8_t channel, const uint8_t *bytes, size_t n) {
    struct added *a = (struct added *)s;
    if (channel != 0) return false;
    if (buffer_size(&a->lines) + n > REFUSALS_ADDED_MOST) {
        stream_close_with(s, EFBIG, "too many lines at once");
        return true;
    }
    buffer_append(&a->lines, bytes, n);
    return true;
}

static bool on_eof(struct stream *s, uint8_t channel) {
    struct added *a = (struct added *)s;
    if (channel != 0) return false;
    int error = refusals_add(s->link->settings->refusals, buffer_bytes(&a->lines), buffer_size(&a->lines));
    stream_close_with(s, error, error ? strerror(error) : NULL);
    return true;
}

static void on_abort(struct stream *s) { stream_close_with(s, ECANCELED, NULL); }

static const struct stream_kind kind = {
    .data = on_data,
    .eof = on_eof,
    .abort = on_abort,
    .hangup = release,
    .release = release,
};

void refusals_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    if (!link->settings->refusals) {
        link_refuse(link, id, EPERM, "not over a test socket");
        return;
    }
    struct added *a = memory(sizeof *a);
    struct buffer none = {0};
    stream_begin(&a->stream, link, id, &kind);
    stream_opened(&a->stream, &none);
}
