// From the kernel's view to records: paths turned round, what is left out, results of processes.
#include "../src/translate.h"

#include <stdlib.h>
#include <string.h>

#include "../src/buffer.h"
#include "../src/bytes.h"
#include "check.h"

static struct observed event;
static struct record record;
static size_t used;

static void begin(enum observed_kind kind) {
    memset(&event, 0, sizeof event);
    event.kind = (unsigned char)kind;
    event.pid = 42;
    memcpy(event.comm, "cc", 3);
    used = 0;
}

static void add(int which, enum observed_form form, const char *bytes, size_t n) {
    memcpy(event.data + used, bytes, n);
    event.form[which] = (unsigned char)form;
    event.length[which] = (unsigned)n;
    used += n;
}

static bool go(void) { return translate(&record, &event, OBSERVED_HEAD + used); }

// A field's value as text, to be read before the next call.
static const char *field(enum event_tag tag) {
    static char text[8192];
    for (size_t at = RECORD_HEADER; at < record.size;) {
        size_t n = get_u16(record.bytes + at + 1);
        if (record.bytes[at] == tag) {
            memcpy(text, record.bytes + at + 3, n);
            text[n] = 0;
            return text;
        }
        at += 3 + n;
    }
    return NULL;
}

static long long number(enum event_tag tag) {
    const char *value = field(tag);
    return value ? (long long)get_u64((const uint8_t *)value) : -1;
}

static void aPathIsTurnedRound(void) {
    begin(OBSERVED_FILE);
    event.op = OP_WRITE;
    event.number = 9;
    add(0, FORM_PATH, "leaf\0dir\0home", 14);
    CHECK(go());
    CHECK_TEXT(field(EV_PATH), "/home/dir/leaf");
    CHECK_INT(number(EV_OP), OP_WRITE);
    CHECK_INT(number(EV_BYTES), 9);
    CHECK_INT(number(EV_PID), 42);
    CHECK_TEXT(field(EV_COMM), "cc");
    CHECK(field(EV_TRUNCATED) == NULL);
}

static void theRootHasAPathToo(void) {
    begin(OBSERVED_EXEC);
    add(0, FORM_PATH, "sh\0bin", 7);
    add(1, FORM_PATH, "", 0);
    add(2, FORM_TEXT, "sh\0-c\0true", 11);
    CHECK(go());
    CHECK_TEXT(field(EV_EXE), "/bin/sh");
    CHECK_TEXT(field(EV_CWD), "/");
    CHECK_TEXT(field(EV_ARGV), "sh");
}

static void systemFoldersAreLeftOut(void) {
    static const struct {
        const char *path;
        size_t size;
        bool out;
    } cases[] = {
        {"z\0shm\0dev", 10, true},     {"x\0belljar\0run", 14, true}, {"belljar\0run", 12, true},
        {"x\0belljars\0run", 15, false}, {"devices\0home", 13, false}, {"y\0sys", 6, true},
        {"dev", 4, true},              {"proc\0srv", 9, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(OBSERVED_FILE);
        event.op = OP_CREATE;
        add(0, FORM_PATH, cases[i].path, cases[i].size);
        CHECK(go() == !cases[i].out);
    }
}

// The size of a path's components, the last NUL included.
#define PATH(text) text, sizeof text

static void create(enum observed_form form, const char *path, size_t size) {
    begin(OBSERVED_FILE);
    event.op = OP_CREATE;
    add(0, form, path, size);
}

static void aFileOnTheDiskHasThePathThatProgramsUse(void) {
    static const struct {
        const char *path;
        size_t size;
        const char *shown;
    } cases[] = {
        {PATH("dump.rdb\0_data\0shop_db\0volumes\0docker"), "/var/lib/docker/volumes/shop_db/_data/dump.rdb"},
        {PATH("x\0volumes\0storage\0containers"), "/var/lib/containers/storage/volumes/x"},
        {PATH("sh\0bin\0diff\0ab12\0overlay2\0docker"), NULL},
        {PATH("x\0containerd"), NULL},
        {PATH("x\0workspace\0root"), NULL},
        {PATH("x\0dockers"), NULL},
        {"", 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        create(FORM_DISK_PATH, cases[i].path, cases[i].size);
        CHECK(go() == (cases[i].shown != NULL));
        if (cases[i].shown) CHECK_TEXT(field(EV_PATH), cases[i].shown);
    }
}

static void theLayersOfImagesAreLeftOut(void) {
    create(FORM_PATH, PATH("sh\0bin\0dir\0vfs\0docker\0lib\0var"));
    CHECK(!go());
    create(FORM_PATH, PATH("x\0volumes\0docker\0lib\0var"));
    CHECK(go());
    create(FORM_PATH, PATH("x\0dockers\0lib\0var"));
    CHECK(go());
}

static void aMoveFromALayerIntoTheProjectIsReported(void) {
    create(FORM_DISK_PATH, PATH("x\0containerd"));
    event.op = OP_RENAME;
    add(1, FORM_PATH, PATH("x\0workspace"));
    CHECK(go());
    CHECK_TEXT(field(EV_PATH), "/var/lib/containerd/x");
    CHECK_TEXT(field(EV_PATH2), "/workspace/x");
}

static void aFolderOfAContainerIsNotTheProject(void) {
    create(FORM_PATH, PATH("x\0workspace"));
    CHECK(go());
    create(FORM_PATH, PATH("x\0workspace"));
    event.contained = 1;
    CHECK(!go());
    create(FORM_PATH, PATH("x\0data"));
    event.contained = 1;
    CHECK(go());
    CHECK_TEXT(field(EV_PATH), "/data/x");
}

static void aLongPathOnTheDiskIsCut(void) {
    char bytes[OBSERVED_PATH_ROOM + 255];
    memset(bytes, 'p', sizeof bytes);
    for (size_t i = 199; i < sizeof bytes - 200; i += 200) bytes[i] = 0;
    memcpy(bytes + sizeof bytes - 16, "\0volumes\0docker", 16);
    create(FORM_DISK_PATH, bytes, sizeof bytes);
    CHECK(go());
    CHECK_INT(strlen(field(EV_PATH)), EVENT_TEXT_MOST);
    CHECK(strncmp(field(EV_PATH), "/var/lib/docker/volumes/pp", 26) == 0);
    CHECK_INT(number(EV_TRUNCATED), 1);
}

static void aMoveOutOfASystemFolderIsReported(void) {
    begin(OBSERVED_FILE);
    event.op = OP_RENAME;
    add(0, FORM_PATH, "a\0dev", 6);
    add(1, FORM_PATH, "b\0srv", 6);
    CHECK(go());
    CHECK_TEXT(field(EV_PATH), "/dev/a");
    CHECK_TEXT(field(EV_PATH2), "/srv/b");
    event.exchange = 1;
    CHECK(translate_other_way(&record, &event, OBSERVED_HEAD + used));
    CHECK_TEXT(field(EV_PATH), "/srv/b");
    CHECK_TEXT(field(EV_PATH2), "/dev/a");
}

static void exitCodesAndSignalsAreToldApart(void) {
    begin(OBSERVED_EXIT);
    event.code = 3 << 8;
    CHECK(go());
    CHECK_INT(number(EV_EXIT), 3);
    CHECK(field(EV_TERMSIG) == NULL);
    event.code = 9 | 0x80;
    CHECK(go());
    CHECK_INT(number(EV_TERMSIG), 9);
    CHECK(field(EV_EXIT) == NULL);
}

static void aPathThatIsTooLongIsCut(void) {
    begin(OBSERVED_FILE);
    event.op = OP_CREATE;
    char bytes[4400];
    memset(bytes, 'p', sizeof bytes);
    for (size_t i = 199; i < sizeof bytes; i += 200) bytes[i] = 0;
    add(0, FORM_PATH, bytes, sizeof bytes);
    CHECK(go());
    CHECK_INT(strlen(field(EV_PATH)), EVENT_TEXT_MOST);
    CHECK_INT(number(EV_TRUNCATED), 1);
}

static void aWalkThatWasCutIsMarked(void) {
    begin(OBSERVED_FILE);
    event.op = OP_CREATE;
    event.cut = 1;
    add(0, FORM_PATH, "a\0b", 4);
    CHECK(go());
    CHECK_INT(number(EV_TRUNCATED), 1);
}

static void aFlowSaysWhoseItIs(void) {
    begin(OBSERVED_FLOW);
    event.ppid = 7;
    event.uid = 1000;
    event.op = 17;
    event.code = 0x5db8d822;
    event.local_port = 54321;
    event.port = 443;
    add(0, FORM_PATH, "curl\0bin\0usr", 13);
    add(2, FORM_TEXT, "curl\0-s", 7);
    CHECK(go());
    CHECK_INT(record.bytes[12], EVENT_FLOW);
    CHECK_INT(number(EV_PID), 42);
    CHECK_INT(number(EV_PPID), 7);
    CHECK_INT(number(EV_UID), 1000);
    CHECK_INT(number(EV_PROTOCOL), 17);
    CHECK_INT(number(EV_LOCAL_PORT), 54321);
    CHECK_INT(number(EV_ADDRESS), 0x5db8d822);
    CHECK_INT(number(EV_PORT), 443);
    CHECK(field(EV_COUNT) == NULL);
    CHECK_TEXT(field(EV_EXE), "/usr/bin/curl");
    CHECK_TEXT(field(EV_ARGV), "curl");
    event.number = 9;
    CHECK(go());
    CHECK_INT(number(EV_COUNT), 9);
    event.length[2] = OBSERVED_DATA;
    CHECK(!go());
}

static void unsoundLengthsAreRefused(void) {
    begin(OBSERVED_FILE);
    event.op = OP_CREATE;
    add(0, FORM_PATH, "a\0b", 4);
    CHECK(!translate(&record, &event, OBSERVED_HEAD + 3));
    CHECK(!translate(&record, &event, OBSERVED_HEAD - 1));
    event.length[0] = 0xffffffff;
    CHECK(!go());
    event.length[0] = 4;
    event.kind = 99;
    CHECK(!go());
}

const struct test translate_tests[] = {
    TEST(aPathIsTurnedRound),
    TEST(theRootHasAPathToo),
    TEST(systemFoldersAreLeftOut),
    TEST(aFileOnTheDiskHasThePathThatProgramsUse),
    TEST(theLayersOfImagesAreLeftOut),
    TEST(aMoveFromALayerIntoTheProjectIsReported),
    TEST(aFolderOfAContainerIsNotTheProject),
    TEST(aLongPathOnTheDiskIsCut),
    TEST(aMoveOutOfASystemFolderIsReported),
    TEST(exitCodesAndSignalsAreToldApart),
    TEST(aPathThatIsTooLongIsCut),
    TEST(aWalkThatWasCutIsMarked),
    TEST(aFlowSaysWhoseItIs),
    TEST(unsoundLengthsAreRefused),
    {0},
};
