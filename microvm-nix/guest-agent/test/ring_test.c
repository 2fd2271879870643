// The event store: numbers without holes, acknowledgements, and an honest account of what it could not keep.
#include "../src/ring.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/buffer.h"
#include "../src/bytes.h"
#include "check.h"

#define SMALL 4096

static uint64_t append(struct ring *r, uint64_t pid, size_t text) {
    static struct record record;
    char bytes[EVENT_TEXT_MOST + 10];
    memset(bytes, 'x', sizeof bytes);
    record_start(&record, EVENT_FORK, 77);
    record_int(&record, EV_PID, pid);
    if (text) record_text(&record, EV_COMM, bytes, text);
    record_end(&record);
    return ring_append(r, &record);
}

struct seen {
    uint64_t first, last, count, lost;
    uint64_t lost_before;    // number of the record after the LOST one
};

// Reads everything after the cursor in parts of n bytes, and checks each record's shape.
static struct seen read_all(struct ring *r, struct ring_cursor *c, size_t n) {
    struct seen s = {0};
    uint8_t *part = memory(n);
    for (size_t got; (got = ring_read(r, c, part, n)) > 0;) {
        for (size_t at = 0; at < got;) {
            uint32_t length = get_u32(part + at);
            uint64_t seq = get_u64(part + at + 4);
            CHECK(length >= 17 && 4 + length <= got - at);
            CHECK(s.count == 0 || seq == s.last + 1);
            if (s.count++ == 0) s.first = seq;
            s.last = seq;
            if (part[at + 12] == EVENT_LOST) {
                CHECK_INT(part[at + 21], EV_COUNT);
                s.lost += get_u64(part + at + 24);
                s.lost_before = seq + 1;
            }
            at += 4 + length;
        }
    }
    free(part);
    return s;
}

static void recordsAreNumberedFromOne(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    CHECK_INT(r.first_seq, 1);
    CHECK_INT(r.state->last_seq, 0);
    CHECK_INT(append(&r, 1, 0), 1);
    CHECK_INT(append(&r, 2, 0), 2);
    struct ring_cursor c = ring_oldest(&r);
    struct seen s = read_all(&r, &c, 65536);
    CHECK_INT(s.first, 1);
    CHECK_INT(s.last, 2);
    CHECK(ring_in_flight(&r, &c) > 0);
    ring_close(&r);
}

static void anAcknowledgementDropsAndIsChecked(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    for (int i = 0; i < 5; i++) append(&r, 1, 0);
    struct ring_cursor c = ring_oldest(&r);
    read_all(&r, &c, 65536);
    CHECK(ring_ack(&r, 3));
    CHECK_INT(r.first_seq, 4);
    CHECK(ring_ack(&r, 1));
    CHECK_INT(r.first_seq, 4);
    CHECK(!ring_ack(&r, 6));
    CHECK(ring_ack(&r, 5));
    CHECK_INT(r.first_seq, 6);
    CHECK_INT(ring_in_flight(&r, &c), 0);
    ring_close(&r);
}

static void itGoesRoundManyTimes(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    struct ring_cursor c = ring_oldest(&r);
    uint64_t expected = 1;
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < 7; i++) append(&r, 1, (size_t)(round * 13 + i * 31) % 300);
        struct seen s = read_all(&r, &c, 700);
        CHECK_INT(s.first, expected);
        CHECK_INT(s.count, 7);
        expected = s.last + 1;
        CHECK(ring_ack(&r, s.last));
    }
    CHECK_INT(r.state->lost, 0);
    ring_close(&r);
}

static void whenFullTheOldStaysAndTheNewIsCounted(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    uint64_t kept = 0;
    while (append(&r, 1, 100)) kept++;
    for (int i = 0; i < 9; i++) CHECK_INT(append(&r, 1, 100), 0);
    CHECK_INT(r.state->lost, 10);
    struct ring_cursor c = ring_oldest(&r);
    struct seen s = read_all(&r, &c, 65536);
    CHECK_INT(s.first, 1);
    CHECK_INT(s.last, kept);
    ring_close(&r);
}

static void theLossStandsWhereTheHoleIs(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    uint64_t kept = 0;
    while (append(&r, 1, 100)) kept++;
    append(&r, 1, 100);
    CHECK(ring_ack(&r, kept / 2));
    uint64_t next = append(&r, 1, 0);
    CHECK_INT(next, kept + 2);
    struct ring_cursor c = ring_oldest(&r);
    struct seen s = read_all(&r, &c, 65536);
    CHECK_INT(s.lost, 2);
    CHECK_INT(s.lost_before, next);
    CHECK_INT(r.state->lost, 2);
    ring_close(&r);
}

static void lossesElsewhereAreToldAtOnceIfThereIsRoom(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    append(&r, 1, 0);
    ring_lose(&r, 0);
    ring_lose(&r, 41);
    append(&r, 1, 0);
    struct ring_cursor c = ring_oldest(&r);
    struct seen s = read_all(&r, &c, 65536);
    CHECK_INT(s.count, 3);
    CHECK_INT(s.lost, 41);
    CHECK_INT(s.lost_before, 3);
    ring_close(&r);
}

static void theNextProcessGoesOnWithTheFile(void) {
    char path[] = "/tmp/belljar-ring-XXXXXX";
    int fd = mkstemp(path);
    close(fd);
    struct ring r;
    CHECK(ring_open(&r, path, "boot", SMALL));
    for (int i = 0; i < 4; i++) append(&r, 1, 50);
    ring_ack(&r, 1);
    ring_close(&r);
    CHECK(ring_open(&r, path, "boot", SMALL));
    CHECK_INT(r.first_seq, 2);
    CHECK_INT(r.state->last_seq, 4);
    CHECK_INT(append(&r, 1, 0), 5);
    ring_ack(&r, 5);
    ring_close(&r);
    CHECK(ring_open(&r, path, "boot", SMALL));
    CHECK_INT(r.first_seq, 6);
    ring_close(&r);
    CHECK(ring_open(&r, path, "another boot", SMALL));
    CHECK_INT(append(&r, 1, 0), 1);
    ring_close(&r);
    unlink(path);
}

#define BOOT "0f9d3c1a-7c55-4b7e-9a64-2f9d0f5f6a01"

static void theNextProcessKnowsTheBootByTheFile(void) {
    char path[] = "/tmp/belljar-ring-XXXXXX", boot[RING_BOOT] = "untouched";
    close(mkstemp(path));
    CHECK(!ring_boot("/tmp/belljar-no-such-ring", boot));
    CHECK(!ring_boot(path, boot));
    CHECK(strcmp(boot, "untouched") == 0);
    struct ring r;
    CHECK(ring_open(&r, path, BOOT, SMALL));
    for (int i = 0; i < 4; i++) append(&r, 1, 50);
    ring_close(&r);
    CHECK(ring_boot(path, boot));
    CHECK(strcmp(boot, BOOT) == 0);
    CHECK(ring_open(&r, path, boot, SMALL));
    CHECK_INT(r.first_seq, 1);
    CHECK_INT(r.state->last_seq, 4);
    memset(r.state->boot_id, 'a', sizeof r.state->boot_id);
    CHECK(!ring_boot(path, boot));
    memcpy(r.state->boot_id, "A line\nof its own, and not an id at..", 37);
    CHECK(!ring_boot(path, boot));
    ring_close(&r);
    unlink(path);
}

static void anUnsoundFileIsBegunAnew(void) {
    char path[] = "/tmp/belljar-ring-XXXXXX";
    close(mkstemp(path));
    for (size_t at = 0; at < 200; at += 4) {
        struct ring r;
        CHECK(ring_open(&r, path, "boot", SMALL));
        append(&r, 1, 50);
        append(&r, 1, 50);
        memset(r.bytes + at, 0xee, 4);
        ring_close(&r);
        CHECK(ring_open(&r, path, "boot", SMALL));
        struct ring_cursor c = ring_oldest(&r);
        read_all(&r, &c, 65536);
        r.state->tail = r.state->head + 1;
        ring_close(&r);
    }
    unlink(path);
}

static void aHostThatIsAheadMovesTheNumbers(void) {
    struct ring r;
    CHECK(ring_open(&r, NULL, "boot", SMALL));
    append(&r, 1, 0);
    ring_resume(&r, 100);
    CHECK_INT(r.first_seq, 101);
    CHECK_INT(append(&r, 1, 0), 101);
    ring_resume(&r, 100);
    struct ring_cursor c = ring_oldest(&r);
    CHECK_INT(read_all(&r, &c, 65536).first, 101);
    ring_close(&r);
}

static void longTextsAreCutAndItIsSaid(void) {
    static struct record r;
    char text[EVENT_TEXT_MOST + 1];
    memset(text, 'a', sizeof text);
    record_start(&r, EVENT_EXEC, 1);
    for (enum event_tag tag = EV_EXE; tag <= EV_ARGV; tag++) record_text(&r, tag, text, sizeof text);
    record_end(&r);
    CHECK(r.size <= RECORD_MOST);
    CHECK_INT(r.bytes[r.size - 11], EV_TRUNCATED);
    CHECK_INT(get_u16(r.bytes + RECORD_HEADER + 1), EVENT_TEXT_MOST);
    CHECK_INT(get_u32(r.bytes), r.size - 4);
}

const struct test ring_tests[] = {
    TEST(recordsAreNumberedFromOne),
    TEST(anAcknowledgementDropsAndIsChecked),
    TEST(itGoesRoundManyTimes),
    TEST(whenFullTheOldStaysAndTheNewIsCounted),
    TEST(theLossStandsWhereTheHoleIs),
    TEST(lossesElsewhereAreToldAtOnceIfThereIsRoom),
    TEST(theNextProcessGoesOnWithTheFile),
    TEST(theNextProcessKnowsTheBootByTheFile),
    TEST(anUnsoundFileIsBegunAnew),
    TEST(aHostThatIsAheadMovesTheNumbers),
    TEST(longTextsAreCutAndItIsSaid),
    {0},
};
