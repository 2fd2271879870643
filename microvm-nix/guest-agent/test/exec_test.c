// Commands: pipes and terminals, environment, signals, timeouts, and what children leave behind.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "peer.h"

static struct peer p;

// One agent for a group of checks: `script` must print `text`.
static void check_prints(const char *script, const char *text) {
    struct outcome o;
    peer_shell(&p, script, &o);
    CHECK_TEXT(outcome_text(&o), text);
    outcome_free(&o);
}

// A command with some fields of its own; its input ends at once.
static void run(struct buffer *fields, struct outcome *o) {
    *o = (struct outcome){0};
    peer_send_fields(&p, 1, FRAME_OPEN, fields);
    peer_eof(&p, 1);
    peer_finish(&p, 1, o);
}

static void outputAndExitCodeComeBack(void) {
    struct outcome o;
    peer_start(&p);
    peer_shell(&p, "echo out; echo err >&2; exit 7", &o);
    CHECK(o.opened && o.pid > 1);
    CHECK_TEXT(outcome_text(&o), "out\n");
    CHECK_TEXT((const char *)buffer_bytes(&o.err), "err\n");
    CHECK_INT(o.exit, 7);
    CHECK_INT(o.signal, -1);
    CHECK_INT(o.timed_out, 0);
    CHECK_INT(o.eofs, 2);
    outcome_free(&o);
    peer_stop(&p);
}

static void theChildHasNothingOfTheAgents(void) {
    peer_start(&p);
    check_prints("ls /proc/self/fd | tr '\\n' ' '", "0 1 2 3 ");    // 3 is ls's own
    check_prints("grep '^Sig[BI]' /proc/self/status", "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    check_prints("[ $(ps -o sid= -p $$) = $$ ] && echo leader", "leader\n");
    check_prints("umask; cat /proc/self/oom_score_adj; ulimit -Sn; ulimit -l", "0022\n0\n1024\n8192\n");
    peer_stop(&p);
}

static void theEnvironmentIsTheUsers(void) {
    struct outcome o;
    struct buffer b = {0};
    peer_start(&p);
    check_prints("echo $USER $LOGNAME $HOME $LANG ${TERM-none}; pwd", "root root /root C.UTF-8 none\n/root\n");
    command_fields(&b, "sh", "-c", "echo $HOME $LANG $X; pwd", NULL);
    fields_put_text(&b, TAG_ENV, "HOME=/elsewhere");
    fields_put_text(&b, TAG_ENV, "X=a=b");
    fields_put_text(&b, TAG_CWD, "/usr");
    run(&b, &o);
    CHECK_TEXT(outcome_text(&o), "/elsewhere C.UTF-8 a=b\n/usr\n");
    outcome_free(&o);
    peer_stop(&p);
}

static void anotherUserIsThatUserAlone(void) {
    struct outcome o;
    struct buffer b = {0};
    peer_start(&p);
    command_fields(&b, "sh", "-c", "id -u; id -g; echo $USER; cat /etc/shadow || echo refused", NULL);
    fields_put_text(&b, TAG_USER, "nobody");
    run(&b, &o);
    CHECK_TEXT(outcome_text(&o), "65534\n65534\nnobody\nrefused\n");
    outcome_free(&o);
    peer_stop(&p);
}

static void whatCannotRunSaysWhy(void) {
    static const struct {
        const char *program, *cwd, *user;
        int error;
    } cases[] = {
        {"no-such-program", NULL, NULL, ENOENT}, {"/etc/passwd", NULL, NULL, EACCES}, {"true", "/no/such/folder", NULL, ENOENT},
        {"true", NULL, "no-such-user", EINVAL},  {"/", NULL, NULL, EACCES},
    };
    peer_start(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome o;
        struct buffer b = {0};
        command_fields(&b, cases[i].program, NULL);
        if (cases[i].cwd) fields_put_text(&b, TAG_CWD, cases[i].cwd);
        if (cases[i].user) fields_put_text(&b, TAG_USER, cases[i].user);
        run(&b, &o);
        CHECK(!o.opened);
        CHECK_INT(o.error, cases[i].error);
        CHECK_INT(o.exit, -1);
        CHECK(o.message[0] != 0);
        outcome_free(&o);
    }
    peer_stop(&p);
}

static void aLoginShellWrapsTheArguments(void) {
    struct outcome o;
    struct buffer b = {0};
    peer_start(&p);
    command_fields(&b, "printf", "%s|", "a b", "$HOME", "", NULL);
    fields_put_int(&b, TAG_LOGIN, 1);
    run(&b, &o);
    CHECK_TEXT(outcome_text(&o), "a b|$HOME||");
    CHECK_INT(o.exit, 0);
    outcome_free(&o);
    peer_stop(&p);
}

static void muchInputComesOutAgain(void) {
    enum { TOTAL = 3 << 20, PART = 50000 };
    struct buffer b = {0};
    struct received r;
    static uint8_t sent[TOTAL], back[TOTAL];
    size_t given = 0, got = 0;
    int64_t credit = CREDIT_START;
    for (size_t i = 0; i < TOTAL; i++) sent[i] = (uint8_t)(i * 2654435761u >> 13);
    peer_start(&p);
    command_fields(&b, "cat", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    while (got < TOTAL) {
        size_t n = TOTAL - given < PART ? TOTAL - given : PART;
        if (n && credit >= (int64_t)n) {
            peer_data(&p, 1, sent + given, n);
            given += n;
            credit -= (int64_t)n;
            if (given == TOTAL) peer_eof(&p, 1);
            continue;
        }
        if (!peer_of(&p, 1, &r)) break;
        if (r.type == FRAME_CREDIT) credit += r.payload[1] << 16 | r.payload[2] << 8 | r.payload[3];
        if (r.type != FRAME_DATA) continue;
        if (got + r.size - 1 > TOTAL) break;
        memcpy(back + got, r.payload + 1, r.size - 1);
        got += r.size - 1;
        peer_credit(&p, 1, (uint32_t)(r.size - 1));
    }
    CHECK_INT(got, TOTAL);
    CHECK(credit <= CREDIT_START);
    CHECK(memcmp(sent, back, TOTAL) == 0);
    peer_stop(&p);
}

static void inputForAChildThatDoesNotReadIsThrownAway(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    static const uint8_t bytes[60000];
    peer_start(&p);
    command_fields(&b, "sh", "-c", "exec <&-; sleep 1; echo done", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    for (int i = 0; i < 4; i++) peer_data(&p, 1, bytes, sizeof bytes);
    peer_finish(&p, 1, &o);
    CHECK_TEXT(outcome_text(&o), "done\n");
    outcome_free(&o);
    peer_stop(&p);
}

static void aSignalReachesTheWholeGroup(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    struct received r;
    peer_start(&p);
    command_fields(&b, "sh", "-c", "sleep 1000 & echo ready; wait", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    while (peer_of(&p, 1, &r) && r.type != FRAME_DATA) continue;
    fields_put_int(&b, TAG_SIGNAL, SIGTERM);
    peer_send_fields(&p, 1, FRAME_CONTROL, &b);
    o.opened = true;
    peer_finish(&p, 1, &o);
    CHECK_INT(o.signal, SIGTERM);
    CHECK_INT(o.exit, -1);
    outcome_free(&o);
    peer_stop(&p);
}

static void aTimeoutTakesEvenTheStubborn(void) {
    struct buffer b = {0};
    struct outcome o;
    peer_start(&p);
    command_fields(&b, "sh", "-c", "trap '' TERM; sleep 1000; sleep 1000", NULL);
    /* Long enough for the shell to have come to its trap, however slow the host. */
    fields_put_int(&b, TAG_TIMEOUT_MS, 20000);
    run(&b, &o);
    CHECK_INT(o.timed_out, 1);
    CHECK_INT(o.signal, SIGKILL);
    outcome_free(&o);
    command_fields(&b, "sleep", "1000", NULL);
    fields_put_int(&b, TAG_TIMEOUT_MS, 300);
    run(&b, &o);
    CHECK_INT(o.timed_out, 1);
    CHECK_INT(o.signal, SIGTERM);
    outcome_free(&o);
    peer_stop(&p);
}

static void anAbortEndsTheWholeSession(void) {
    struct buffer b = {0};
    struct outcome o = {0}, late;
    struct received r;
    char text[16] = "";
    peer_start(&p);
    // The grandchild is in the session and in no group that is told.
    command_fields(&b, "bash", "-c", "trap '' HUP; set -m; sleep 1000 & echo $!; wait", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    while (peer_of(&p, 1, &r))
        if (r.type == FRAME_DATA) break;
    memcpy(text, r.payload + 1, r.size - 1 < 15 ? r.size - 1 : 15);
    peer_send(&p, 1, FRAME_ABORT, NULL, 0);
    o.opened = true;
    peer_finish(&p, 1, &o);
    CHECK_INT(o.signal, SIGKILL);
    CHECK(atoi(text) > 1);
    char script[128];
    snprintf(script, sizeof script, "for i in $(seq 100); do grep -q '^State:.[^Z]' /proc/%d/status || break; sleep 0.1; done; echo $i",
             atoi(text));
    peer_shell(&p, script, &late);
    CHECK(atoi(outcome_text(&late)) < 100);
    outcome_free(&late);
    outcome_free(&o);
    peer_stop(&p);
}

static void aGrandchildThatKeepsThePipeIsNotWaitedFor(void) {
    struct outcome o;
    peer_start(&p);
    time_t from = time(NULL);
    peer_shell(&p, "sleep 90 & echo here", &o);
    CHECK_TEXT(outcome_text(&o), "here\n");
    CHECK_INT(o.exit, 0);
    CHECK(time(NULL) - from < 60);
    outcome_free(&o);
    peer_shell(&p, "(yes | head -c 200000000) & sleep 0.2; echo", &o);    // one that goes on writing
    CHECK_INT(o.exit, 0);
    CHECK(time(NULL) - from < 60);
    outcome_free(&o);
    peer_stop(&p);
}

static void aTerminalIsATerminal(void) {
    struct buffer b = {0};
    struct outcome o;
    peer_start(&p);
    command_fields(&b, "sh", "-c", "test -t 0 && test -t 1 && test -t 2 && stty size; echo $TERM; stat -c %U $(tty)", NULL);
    fields_put_int(&b, TAG_PTY, 1);
    fields_put_int(&b, TAG_ROWS, 33);
    fields_put_int(&b, TAG_COLS, 101);
    run(&b, &o);
    CHECK(strstr(outcome_text(&o), "33 101\r\nxterm-256color\r\nroot\r\n") != NULL);
    CHECK_INT(o.exit, 0);
    CHECK_INT(o.eofs, 1);
    outcome_free(&o);
    peer_stop(&p);
}

static void aTerminalIsResized(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    struct received r;
    peer_start(&p);
    command_fields(&b, "sh", "-c", "trap 'stty size; exit 5' WINCH; echo ready; while :; do sleep 0.1; done", NULL);
    fields_put_int(&b, TAG_PTY, 1);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    /* The line may come in two pieces. */
    while (peer_of(&p, 1, &r) && !(r.type == FRAME_DATA && memchr(r.payload + 1, '\n', r.size - 1))) continue;
    fields_put_int(&b, TAG_ROWS, 12);
    fields_put_int(&b, TAG_COLS, 40);
    peer_send_fields(&p, 1, FRAME_CONTROL, &b);
    o.opened = true;
    peer_finish(&p, 1, &o);
    CHECK_TEXT(outcome_text(&o), "12 40\r\n");
    CHECK_INT(o.exit, 5);
    outcome_free(&o);
    peer_stop(&p);
}

static void theEndOfInputReachesATerminal(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    peer_start(&p);
    command_fields(&b, "cat", NULL);
    fields_put_int(&b, TAG_PTY, 1);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_data(&p, 1, "line\n", 5);
    peer_eof(&p, 1);
    peer_finish(&p, 1, &o);
    CHECK_TEXT(outcome_text(&o), "line\r\nline\r\n");
    CHECK_INT(o.exit, 0);
    outcome_free(&o);
    peer_stop(&p);
}

static void aSignalGoesToTheForegroundOfATerminal(void) {
    struct buffer b = {0};
    struct outcome o = {0};
    struct received r;
    peer_start(&p);
    command_fields(&b, "bash", "-c", "set -m; sh -c 'echo ready; sleep 1000'; echo after $?", NULL);
    fields_put_int(&b, TAG_PTY, 1);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    while (peer_of(&p, 1, &r) && r.type != FRAME_DATA) continue;
    fields_put_int(&b, TAG_SIGNAL, SIGKILL);
    peer_send_fields(&p, 1, FRAME_CONTROL, &b);
    o.opened = true;
    peer_finish(&p, 1, &o);
    CHECK(strstr(outcome_text(&o), "after 137") != NULL);
    CHECK_INT(o.exit, 0);
    outcome_free(&o);
    peer_stop(&p);
}

static void manyCommandsAtOnce(void) {
    enum { MANY = 40 };
    struct peer *const peer = &p;
    static struct received r;
    int closed = 0;
    uint64_t sum = 0;
    peer_start(peer);
    for (uint32_t id = 1; id <= MANY; id++) {
        char script[64];
        struct buffer b = {0};
        snprintf(script, sizeof script, "sleep 0.0%u; exit %u", id % 7, id);
        command_fields(&b, "sh", "-c", script, NULL);
        peer_send_fields(peer, id, FRAME_OPEN, &b);
    }
    while (closed < MANY && peer_next(peer, &r)) {
        struct fields f;
        if (r.type != FRAME_CLOSED) continue;
        CHECK(fields_read(&f, r.payload, r.size));
        CHECK_INT(fields_int(&f, TAG_EXIT, 0), r.stream);
        sum += r.stream;
        closed++;
    }
    CHECK_INT(sum, MANY * (MANY + 1) / 2);
    peer_stop(peer);
}

const struct test exec_tests[] = {
    TEST(outputAndExitCodeComeBack),
    TEST(theChildHasNothingOfTheAgents),
    TEST(theEnvironmentIsTheUsers),
    TEST(anotherUserIsThatUserAlone),
    TEST(whatCannotRunSaysWhy),
    TEST(aLoginShellWrapsTheArguments),
    TEST(muchInputComesOutAgain),
    TEST(inputForAChildThatDoesNotReadIsThrownAway),
    TEST(aSignalReachesTheWholeGroup),
    TEST(aTimeoutTakesEvenTheStubborn),
    TEST(anAbortEndsTheWholeSession),
    TEST(aGrandchildThatKeepsThePipeIsNotWaitedFor),
    TEST(aTerminalIsATerminal),
    TEST(aTerminalIsResized),
    TEST(theEndOfInputReachesATerminal),
    TEST(aSignalGoesToTheForegroundOfATerminal),
    TEST(manyCommandsAtOnce),
    {0},
};
