// Packets with descriptors between the warden and init.
#include "jail.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union ancillary {
    char bytes[CMSG_SPACE(PASSED_MOST * sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr align;
};

bool message_send(int socket, const struct message *message, const int *fds, size_t count) {
    union ancillary extra = {0};
    struct iovec part = {(void *)(uintptr_t)message, sizeof *message};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        header.msg_control = extra.bytes;
        header.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *c = CMSG_FIRSTHDR(&header);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(c), fds, count * sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *message;
}

static void take(struct cmsghdr *c, struct passed *passed) {
    if (c->cmsg_level != SOL_SOCKET) return;
    if (c->cmsg_type == SCM_CREDENTIALS) {
        struct ucred who;
        memcpy(&who, CMSG_DATA(c), sizeof who);
        passed->sender = who.pid;
    }
    if (c->cmsg_type != SCM_RIGHTS) return;
    size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
        if (passed->count < PASSED_MOST)
            passed->fds[passed->count++] = fd;
        else
            close(fd);
    }
}

int message_receive(int socket, struct message *message, struct passed *passed) {
    union ancillary extra;
    struct iovec part = {message, sizeof *message};
    struct msghdr header = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = extra.bytes, .msg_controllen = sizeof extra.bytes};
    *passed = (struct passed){0};
    ssize_t got;
    do got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0) return -1;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&header); c; c = CMSG_NXTHDR(&header, c)) take(c, passed);
    if (got == 0) return 0;
    if (got == (ssize_t)sizeof *message && !(header.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) return 1;
    passed_close(passed);
    errno = EBADMSG;
    return -1;
}

void passed_close(struct passed *passed) {
    for (size_t i = 0; i < passed->count; i++)
        if (passed->fds[i] >= 0) close(passed->fds[i]);
    passed->count = 0;
}
