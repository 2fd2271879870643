// The other kinds of stream: connections, archives, listings, and what a test socket does not allow.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/kinds.h"
#include "check.h"
#include "peer.h"

static struct peer p;

static void begin(struct buffer *b, enum stream_kind_number kind) { fields_put_int(b, TAG_KIND, kind); }

// A listening socket on the loopback of one family. Gives its port.
static int listen_on(bool v6, uint16_t *port) {
    int fd = socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in a4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 a6 = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    socklen_t size = v6 ? sizeof a6 : sizeof a4;
    struct sockaddr *a = v6 ? (struct sockaddr *)&a6 : (struct sockaddr *)&a4;
    if (bind(fd, a, size) != 0 || listen(fd, 5) != 0) {
        close(fd);
        return -1;
    }
    getsockname(fd, a, &size);
    *port = ntohs(v6 ? a6.sin6_port : a4.sin_port);
    return fd;
}

static int accept_one(int listener) {
    struct pollfd wait = {.fd = listener, .events = POLLIN};
    return poll(&wait, 1, 60000) == 1 ? accept(listener, NULL, NULL) : -1;
}

static void check_connects(bool v6) {
    uint16_t port;
    int listener = listen_on(v6, &port);
    if (listener < 0) return;    // no IPv6 here
    struct buffer b = {0};
    struct outcome o = {0};
    char got[16] = "";
    begin(&b, KIND_CONNECT);
    fields_put_int(&b, TAG_PORT, port);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_data(&p, 1, "question", 8);
    peer_eof(&p, 1);
    int fd = accept_one(listener);
    CHECK(fd >= 0);
    size_t have = 0;
    for (ssize_t n; have < 15 && (n = read(fd, got + have, 15 - have)) > 0;) have += (size_t)n;
    CHECK_TEXT(got, "question");
    CHECK_INT(write(fd, "answer", 6), 6);
    close(fd);
    peer_finish(&p, 1, &o);
    CHECK(o.opened);
    CHECK_TEXT(outcome_text(&o), "answer");
    CHECK_INT(o.error, 0);
    CHECK_INT(o.eofs, 1);
    outcome_free(&o);
    close(listener);
}

static void aPortOfTheLoopbackIsReached(void) {
    peer_start(&p);
    check_connects(false);
    check_connects(true);
    peer_stop(&p);
}

static void aPortThatIsShutRefuses(void) {
    uint16_t port;
    int listener = listen_on(false, &port);
    close(listener);
    struct buffer b = {0};
    struct outcome o = {0};
    peer_start(&p);
    begin(&b, KIND_CONNECT);
    fields_put_int(&b, TAG_PORT, port);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_finish(&p, 1, &o);
    CHECK(!o.opened);
    CHECK(o.error == ECONNREFUSED || o.error == EADDRNOTAVAIL);
    CHECK(o.message[0] != 0);
    outcome_free(&o);
    begin(&b, KIND_CONNECT);
    fields_put_int(&b, TAG_PORT, 65536);
    peer_send_fields(&p, 2, FRAME_OPEN, &b);
    peer_finish(&p, 2, &o);
    CHECK_INT(o.error, EINVAL);
    outcome_free(&o);
    peer_stop(&p);
}

static void aConnectionIsAborted(void) {
    uint16_t port;
    int listener = listen_on(false, &port);
    struct buffer b = {0};
    struct outcome o = {0};
    char byte;
    peer_start(&p);
    begin(&b, KIND_CONNECT);
    fields_put_int(&b, TAG_PORT, port);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    int fd = accept_one(listener);
    peer_send(&p, 1, FRAME_ABORT, NULL, 0);
    peer_finish(&p, 1, &o);
    CHECK_INT(o.error, ECANCELED);
    CHECK(read(fd, &byte, 1) < 0 && errno == ECONNRESET);
    close(fd);
    close(listener);
    outcome_free(&o);
    peer_stop(&p);
}

static void listeningPortsAreListed(void) {
    uint16_t port;
    int listener = listen_on(false, &port);
    struct buffer b = {0};
    struct outcome o = {0};
    char line[128];
    peer_start(&p);
    begin(&b, KIND_PORTS);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_finish(&p, 1, &o);
    snprintf(line, sizeof line, "v4 127.0.0.1 %u %d %u tests\n", port, (int)getpid(), (unsigned)getuid());
    CHECK(strstr(outcome_text(&o), line) != NULL);
    CHECK_INT(o.error, 0);
    CHECK_INT(o.eofs, 1);
    outcome_free(&o);
    close(listener);
    peer_stop(&p);
}

// Whether the agent lists this port of 127.0.0.1 as this process's.
static bool lists(uint32_t stream, uint16_t port, pid_t owner) {
    struct buffer b = {0};
    struct outcome o = {0};
    char line[128];
    begin(&b, KIND_PORTS);
    peer_send_fields(&p, stream, FRAME_OPEN, &b);
    peer_finish(&p, stream, &o);
    snprintf(line, sizeof line, "v4 127.0.0.1 %u %d %u tests\n", port, (int)owner, (unsigned)getuid());
    bool listed = strstr(outcome_text(&o), line) != NULL;
    outcome_free(&o);
    return listed;
}

static void aListeningPortHasItsNewOwner(void) {
    uint16_t port;
    int listener = listen_on(false, &port);
    peer_start(&p);
    CHECK(lists(1, port, getpid()));
    CHECK(lists(3, port, getpid()));
    pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    close(listener);
    CHECK(lists(5, port, child));
    CHECK(lists(7, port, child));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    CHECK(!lists(9, port, child));
    peer_stop(&p);
}

static void processesAreListed(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    char start[64];
    peer_start(&p);
    begin(&b, KIND_PROCESSES);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_finish(&p, 1, &o);
    snprintf(start, sizeof start, "\n%d %d %u S ", (int)p.agent, (int)getpid(), (unsigned)getuid());
    const char *line = strstr(outcome_text(&o), start);
    if (!line) {
        start[strlen(start) - 2] = 'R';
        line = strstr(outcome_text(&o), start);
    }
    CHECK(line != NULL);
    CHECK(line && strstr(line, "\tbelljar-guest\t") != NULL);
    CHECK(line && strstr(line, "--no-observe --user root --refusals ") != NULL);
    CHECK(strstr(outcome_text(&o), "kthreadd") == NULL);
    outcome_free(&o);
    peer_stop(&p);
}

static void namesOfProcessesAreNotEscaped(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    char line[64];
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_NAME, "a\\nb)\n \\");
        close(ends[0]);
        close(ends[1]);
        pause();
        _exit(0);
    }
    close(ends[1]);
    CHECK_INT(read(ends[0], line, 1), 0);
    close(ends[0]);
    peer_start(&p);
    begin(&b, KIND_PROCESSES);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_finish(&p, 1, &o);
    CHECK(strstr(outcome_text(&o), "\ta\\nb)? \\\t") != NULL);
    outcome_free(&o);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    peer_stop(&p);
}

static void run_archive(enum stream_kind_number kind, const char *path, const char *member, struct buffer *input,
                        struct outcome *o) {
    struct buffer b = {0};
    *o = (struct outcome){0};
    begin(&b, kind);
    fields_put_text(&b, TAG_PATH, path);
    if (member) fields_put_text(&b, TAG_ARG, member);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    for (size_t n; input && (n = buffer_size(input)) > 0;) {
        if (n > 60000) n = 60000;
        peer_data(&p, 1, buffer_bytes(input), n);
        buffer_take(input, n);
    }
    if (kind == KIND_PUT) peer_eof(&p, 1);
    peer_finish(&p, 1, o);
}

static void archivesGoBothWays(void) {
    char folder[] = "/tmp/belljar-tar-XXXXXX", script[512];
    struct outcome o, archive;
    struct buffer bytes = {0};
    CHECK(mkdtemp(folder) != NULL);
    peer_start(&p);
    snprintf(script, sizeof script,
             "cd %s; mkdir from to from/d; echo one >from/d/1; echo two >from/-2; chmod 754 from/d/1; ln -s d/1 from/s; "
             "head -c 90000 /dev/urandom >from/big", folder);
    peer_shell(&p, script, &o);
    CHECK_INT(o.exit, 0);
    outcome_free(&o);
    snprintf(script, sizeof script, "%s/from", folder);
    run_archive(KIND_GET, script, NULL, NULL, &archive);
    CHECK_INT(archive.exit, 0);
    CHECK_INT(archive.error, 0);
    buffer_append(&bytes, buffer_bytes(&archive.out), buffer_size(&archive.out) - 1);
    snprintf(script, sizeof script, "%s/to", folder);
    run_archive(KIND_PUT, script, NULL, &bytes, &o);
    CHECK_INT(o.exit, 0);
    CHECK_INT(o.error, 0);
    CHECK_TEXT(o.message, "");
    outcome_free(&o);
    outcome_free(&archive);
    snprintf(script, sizeof script, "cd %s; diff -r from to && stat -c %%a to/d/1 && readlink to/s", folder);
    peer_shell(&p, script, &o);
    CHECK_TEXT(outcome_text(&o), "754\nd/1\n");
    outcome_free(&o);
    snprintf(script, sizeof script, "%s/from", folder);
    run_archive(KIND_GET, script, "-2", NULL, &o);
    CHECK_INT(o.exit, 0);
    outcome_free(&o);
    snprintf(script, sizeof script, "rm -r %s", folder);
    peer_shell(&p, script, &o);
    outcome_free(&o);
    buffer_free(&bytes);
    peer_stop(&p);
}

static void archivesThatFailSayWhy(void) {
    struct outcome o;
    struct buffer bytes = {0};
    peer_start(&p);
    run_archive(KIND_GET, "/no/such/folder", NULL, NULL, &o);
    CHECK_INT(o.error, ENOENT);
    outcome_free(&o);
    run_archive(KIND_GET, "/tmp", "no-such-member", NULL, &o);
    CHECK_INT(o.error, EIO);
    CHECK_INT(o.exit, 2);
    CHECK(strstr(o.message, "no-such-member") != NULL);
    outcome_free(&o);
    const char *members[] = {"../etc", "/etc", "a/../../b", "", ".."};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        run_archive(KIND_GET, "/tmp", members[i], NULL, &o);
        CHECK_INT(o.error, EINVAL);
        outcome_free(&o);
    }
    run_archive(KIND_GET, "relative", NULL, NULL, &o);
    CHECK_INT(o.error, EINVAL);
    outcome_free(&o);
    buffer_append(&bytes, "this is no archive at all", 25);
    run_archive(KIND_PUT, "/tmp", NULL, &bytes, &o);
    CHECK_INT(o.error, EIO);
    CHECK(o.message[0] != 0);
    outcome_free(&o);
    buffer_free(&bytes);
    peer_stop(&p);
}

static void aTestSocketLeavesTheMachineAlone(void) {
    const enum stream_kind_number kinds[] = {KIND_IDENTITY, KIND_SHUTDOWN, KIND_SYNC, (enum stream_kind_number)99};
    const int errors[] = {EPERM, EPERM, 0, EINVAL};
    peer_start(&p);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct buffer b = {0};
        struct outcome o = {0};
        begin(&b, kinds[i]);
        peer_send_fields(&p, 9, FRAME_OPEN, &b);
        peer_finish(&p, 9, &o);
        CHECK_INT(o.error, errors[i]);
        outcome_free(&o);
    }
    peer_stop(&p);
}

static void anUnsoundIdentityIsRefused(void) {
    static const struct {
        enum field_tag tag;
        const char *value;
    } cases[] = {
        {TAG_HOSTNAME, "a b"}, {TAG_HOSTNAME, ""}, {TAG_HOSTNAME, "-x"}, {TAG_HOSTID, "0123"},
        {TAG_HOSTID, "0123456789ABCDEF0123456789abcdef"}, {TAG_SEED, "too short"},
    };
    peer_start(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer b = {0};
        struct outcome o = {0};
        begin(&b, KIND_IDENTITY);
        fields_put_text(&b, cases[i].tag, cases[i].value);
        peer_send_fields(&p, 9, FRAME_OPEN, &b);
        peer_finish(&p, 9, &o);
        CHECK_INT(o.error, EINVAL);
        outcome_free(&o);
    }
    peer_stop(&p);
}

const struct test kind_tests[] = {
    TEST(aPortOfTheLoopbackIsReached),
    TEST(aPortThatIsShutRefuses),
    TEST(aConnectionIsAborted),
    TEST(listeningPortsAreListed),
    TEST(aListeningPortHasItsNewOwner),
    TEST(processesAreListed),
    TEST(namesOfProcessesAreNotEscaped),
    TEST(archivesGoBothWays),
    TEST(archivesThatFailSayWhy),
    TEST(aTestSocketLeavesTheMachineAlone),
    TEST(anUnsoundIdentityIsRefused),
    {0},
};
