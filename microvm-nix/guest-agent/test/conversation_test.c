// The conversation with a whole agent: handshake, heartbeats, losing step and finding it again, credit.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/bytes.h"
#include "check.h"
#include "peer.h"

static void helloSaysWhoItIs(void) {
    struct peer p;
    struct received r;
    struct fields f;
    peer_start(&p);
    CHECK(peer_preamble(&p));
    CHECK(peer_next(&p, &r));
    CHECK_INT(r.type, FRAME_HELLO);
    CHECK(fields_read(&f, r.payload, r.size));
    for (enum field_tag tag = TAG_VERSION; tag <= TAG_OBSERVES; tag++) CHECK(fields_have(&f, tag));
    CHECK_INT(fields_int(&f, TAG_VERSION, 0), PROTOCOL_VERSION);
    CHECK_INT(fields_int(&f, TAG_FIRST_SEQ, 0), fields_int(&f, TAG_LAST_SEQ, 9) + 1);
    CHECK_INT(f.length[TAG_BOOT_ID], 36);
    peer_stop(&p);
}

static void itsHeartBeats(void) {
    struct peer p;
    struct received r;
    struct fields f;
    peer_start(&p);
    for (int i = 0; i < 2; i++) {
        CHECK(peer_of(&p, 0, &r));
        CHECK_INT(r.type, FRAME_BEAT);
        CHECK(fields_read(&f, r.payload, r.size));
        for (enum field_tag tag = TAG_LOST; tag <= TAG_PROCS; tag++) CHECK(fields_have(&f, tag));
        CHECK(fields_have(&f, TAG_REFUSED) && fields_have(&f, TAG_OOM_KILLS));
        // The agent of a test uses no control group of its host.
        CHECK(!fields_have(&f, TAG_LIMITED));
        CHECK(fields_int(&f, TAG_MEM_TOTAL, 0) > fields_int(&f, TAG_MEM_AVAILABLE, 0));
        CHECK(fields_int(&f, TAG_MEM_AVAILABLE, 0) > 0);
        CHECK(fields_int(&f, TAG_CPU_TOTAL_US, 0) > fields_int(&f, TAG_CPU_BUSY_US, 0));
        CHECK(fields_int(&f, TAG_DISK_TOTAL, 0) > fields_int(&f, TAG_DISK_FREE, 0));
        CHECK(fields_int(&f, TAG_PROCS, 0) > 1);
    }
    peer_stop(&p);
}

// Still in step, or again: a command runs.
static void check_it_works(struct peer *p) {
    struct outcome o;
    peer_shell(p, "echo works", &o);
    CHECK_TEXT(outcome_text(&o), "works\n");
    outcome_free(&o);
}

static void aBrokenFrameNeedsANewPreamble(void) {
    struct peer p;
    peer_start(&p);
    peer_raw(&p, "\0\0\0\0garbage", 11);
    struct received r;
    do CHECK(peer_next(&p, &r));
    while (!p.gone && r.type != FRAME_ENDED);
    CHECK(!p.gone);
    peer_greet(&p);
    check_it_works(&p);
    peer_stop(&p);
}

static void aHostThatDiedInAFrameIsUnderstoodAgain(void) {
    struct peer p;
    uint8_t head[FRAME_HEADER];
    static const uint8_t zeros[131072];
    peer_start(&p);
    frame_header(head, 3, FRAME_DATA, PAYLOAD_MOST);
    peer_raw(&p, head, sizeof head);
    peer_raw(&p, zeros, sizeof zeros);
    peer_greet(&p);
    check_it_works(&p);
    peer_stop(&p);
}

static void aPreambleInStepDropsTheFormerConversation(void) {
    struct peer p;
    struct outcome o = {0};
    struct received r;
    struct buffer b = {0};
    peer_start(&p);
    command_fields(&b, "sleep", "1000", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    CHECK(peer_of(&p, 1, &r));
    peer_greet(&p);
    command_fields(&b, "echo", "anew", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    peer_finish(&p, 1, &o);
    CHECK_TEXT(outcome_text(&o), "anew\n");
    outcome_free(&o);
    peer_stop(&p);
}

// What breaks the conversation is answered by nothing; afterwards a preamble is needed, and enough.
static void check_breaks(struct peer *p, uint32_t stream, enum frame_type type, const void *payload, size_t n) {
    struct buffer b = {0};
    peer_send(p, stream, type, payload, n);
    command_fields(&b, "echo", "not to be run", NULL);
    peer_send_fields(p, 77, FRAME_OPEN, &b);
    peer_greet(p);
    check_it_works(p);
}

static void whatIsIllegalBreaksTheConversation(void) {
    struct peer p;
    peer_start(&p);
    check_breaks(&p, 5, 0x18, "", 0);
    check_breaks(&p, 5, FRAME_HELLO, "", 0);
    check_breaks(&p, 5, FRAME_CLOSED, "", 0);
    check_breaks(&p, 5, FRAME_OPEN, "", 0);
    check_breaks(&p, 5, FRAME_OPEN, "x", 1);
    check_breaks(&p, 0, FRAME_START, "", 0);
    check_breaks(&p, 0, FRAME_ACK, "", 0);
    check_breaks(&p, 0, FRAME_ACK, "\13\0\0\0\10\0\0\0\0\0\0\7\7", 13);
    check_breaks(&p, 0, FRAME_TIME, "", 0);
    peer_stop(&p);
}

static void whatIsUnknownIsIgnored(void) {
    struct peer p;
    peer_start(&p);
    peer_send(&p, 0, 0x7f, "future", 6);
    peer_send(&p, 0, FRAME_OPEN, "", 0);
    peer_send(&p, 99, FRAME_DATA, "\0x", 2);
    peer_send(&p, 99, FRAME_ABORT, "", 0);
    peer_credit(&p, 99, 5);
    check_it_works(&p);
    peer_stop(&p);
}

static void illegalFramesOfAStreamBreakTheConversation(void) {
    static const struct {
        enum frame_type type;
        const char *payload;
        size_t size;
    } cases[] = {
        {FRAME_DATA, "", 0},
        {FRAME_DATA, "\0", 1},
        {FRAME_DATA, "\1x", 2},
        {FRAME_CREDIT, "\0\0\0", 3},
        {FRAME_EOF, "", 0},
        {FRAME_EOF, "\3", 1},
        {FRAME_ABORT, "x", 1},
        {FRAME_CONTROL, "\61\0\0\0\10\0\0\0\0\0\0\0\0", 13},
        {FRAME_CONTROL, "", 0},
        {FRAME_OPEN, "\50\0\0\0\10\0\0\0\0\0\0\0\6", 13},
    };
    struct peer p;
    peer_start(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer b = {0};
        struct received r;
        command_fields(&b, "sleep", "1000", NULL);
        peer_send_fields(&p, 5, FRAME_OPEN, &b);
        CHECK(peer_of(&p, 5, &r) && r.type == FRAME_OPENED);
        check_breaks(&p, 5, cases[i].type, cases[i].payload, cases[i].size);
    }
    peer_stop(&p);
}

static void noMoreIsSentThanThereIsCreditFor(void) {
    struct peer p;
    struct buffer b = {0};
    struct received r;
    size_t got = 0;
    peer_start(&p);
    command_fields(&b, "head", "-c", "600000", "/dev/zero", NULL);
    peer_send_fields(&p, 1, FRAME_OPEN, &b);
    while (got < CREDIT_START && peer_of(&p, 1, &r))
        if (r.type == FRAME_DATA) got += r.size - 1;
    CHECK_INT(got, CREDIT_START);
    for (int beats = 0; beats < 2 && peer_next(&p, &r);) {    // time passes, and nothing more comes
        CHECK_INT(r.stream, 0);
        beats += r.type == FRAME_BEAT;
    }
    peer_credit(&p, 1, 1000);
    while (got < CREDIT_START + 1000 && peer_of(&p, 1, &r)) got += r.size - 1;
    CHECK_INT(got, CREDIT_START + 1000);
    struct outcome o = {.opened = true};
    peer_credit(&p, 1, 600000);
    peer_finish(&p, 1, &o);
    CHECK_INT(got + buffer_size(&o.out) - 1, 600000);
    CHECK_INT(o.exit, 0);
    outcome_free(&o);
    peer_stop(&p);
}

static void dataBeyondTheCreditBreaks(void) {
    struct peer p;
    struct buffer b = {0};
    struct received r;
    static const uint8_t bytes[65535];
    peer_start(&p);
    command_fields(&b, "sleep", "1000", NULL);
    peer_send_fields(&p, 5, FRAME_OPEN, &b);
    CHECK(peer_of(&p, 5, &r) && r.type == FRAME_OPENED);
    // sleep reads nothing: the pipe takes 64 KiB, for which credit may come back.
    for (int i = 0; i < 8; i++) peer_data(&p, 5, bytes, sizeof bytes);
    peer_greet(&p);
    check_it_works(&p);
    peer_stop(&p);
}

static void aHangUpEndsWhatRuns(void) {
    struct peer p;
    struct received r;
    struct fields f;
    pid_t pids[2];
    peer_start(&p);
    for (uint32_t id = 1; id <= 2; id++) {
        struct buffer b = {0};
        command_fields(&b, "sleep", "1000", NULL);
        fields_put_int(&b, TAG_PTY, id - 1);
        peer_send_fields(&p, id, FRAME_OPEN, &b);
        CHECK(peer_of(&p, id, &r) && r.type == FRAME_OPENED && fields_read(&f, r.payload, r.size));
        pids[id - 1] = (pid_t)fields_int(&f, TAG_PID, 0);
    }
    peer_hang_up(&p);
    for (int i = 0; i < 2; i++) {
        int tries = 0;
        while (kill(pids[i], 0) == 0 && tries++ < 600) usleep(50000);
        CHECK(kill(pids[i], 0) != 0);
    }
    peer_connect(&p);
    peer_greet(&p);
    check_it_works(&p);
    peer_stop(&p);
}

const struct test conversation_tests[] = {
    TEST(helloSaysWhoItIs),
    TEST(itsHeartBeats),
    TEST(aBrokenFrameNeedsANewPreamble),
    TEST(aHostThatDiedInAFrameIsUnderstoodAgain),
    TEST(aPreambleInStepDropsTheFormerConversation),
    TEST(whatIsIllegalBreaksTheConversation),
    TEST(whatIsUnknownIsIgnored),
    TEST(illegalFramesOfAStreamBreakTheConversation),
    TEST(noMoreIsSentThanThereIsCreditFor),
    TEST(dataBeyondTheCreditBreaks),
    TEST(aHangUpEndsWhatRuns),
    {0},
};
