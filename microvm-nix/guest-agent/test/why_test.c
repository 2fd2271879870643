// The list of refusals: how the agent keeps it, and what belljar-why says about it.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/json.h"
#include "../src/kinds.h"
#include "../src/refusals.h"
#include "../src/why.h"
#include "check.h"
#include "peer.h"

static char path[64];

static void fresh_path(void) {
    snprintf(path, sizeof path, "/tmp/belljar-why-%d", (int)getpid());
    unlink(path);
}

static int add(const char *lines) { return refusals_add(path, (const uint8_t *)lines, strlen(lines)); }

static struct buffer content(void) {
    struct buffer b = {0};
    FILE *file = fopen(path, "r");
    char part[4096];
    for (size_t n; file && (n = fread(part, 1, sizeof part, file)) > 0;) buffer_append(&b, part, n);
    if (file) fclose(file);
    buffer_append(&b, "", 1);
    return b;
}

static void check_content(const char *expected) {
    struct buffer b = content();
    CHECK_TEXT((const char *)buffer_bytes(&b), expected);
    buffer_free(&b);
}

static void linesAreAddedForEverybodyToRead(void) {
    struct stat file;
    fresh_path();
    mode_t before = umask(0077);
    CHECK_INT(add("{\"a\":1}\n"), 0);
    CHECK_INT(add("{\"a\":2}\n{\"a\":3}\n"), 0);
    umask(before);
    check_content("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
    CHECK(stat(path, &file) == 0);
    CHECK_INT(file.st_mode & 07777, 0644);
    CHECK_INT(add("no end"), EINVAL);
    CHECK_INT(refusals_add(path, (const uint8_t *)"", 0), 0);
    unlink(path);
}

static void theListKeepsItsNewestLines(void) {
    char line[32], first[32] = "";
    fresh_path();
    for (int i = 1; i <= 3 * REFUSALS_LINES_MOST; i++) {
        snprintf(line, sizeof line, "%d\n", i);
        CHECK_INT(add(line), 0);
    }
    struct buffer b = content();
    int count = 0;
    for (const char *at = (const char *)buffer_bytes(&b); (at = strchr(at, '\n')) != NULL; at++) count++;
    CHECK(count <= REFUSALS_LINES_MOST);
    CHECK(count >= REFUSALS_LINES_MOST / 4 * 3);
    sscanf((const char *)buffer_bytes(&b), "%31s", first);
    CHECK_INT(atoi(first), 3 * REFUSALS_LINES_MOST - count + 1);
    CHECK(strstr((const char *)buffer_bytes(&b), "\n3000\n") != NULL);
    buffer_free(&b);
    unlink(path);
}

static void theListStaysShort(void) {
    static char line[4001];
    struct stat file = {0};
    fresh_path();
    memset(line, 'x', 3999);
    line[3999] = '\n';
    for (int i = 0; i < 400; i++) {
        CHECK_INT(add(line), 0);
        CHECK(stat(path, &file) == 0 && file.st_size <= REFUSALS_BYTES_MOST);
        CHECK_INT(file.st_size % 4000, 0);
    }
    CHECK(file.st_size >= REFUSALS_BYTES_MOST / 2);
    unlink(path);
}

static void whatIsNoOrdinaryFileIsReplaced(void) {
    char other[80];
    struct stat file;
    fresh_path();
    snprintf(other, sizeof other, "%s.other", path);
    int fd = open(other, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    close(fd);
    CHECK(symlink(other, path) == 0);
    CHECK_INT(add("one\n"), 0);
    check_content("one\n");
    CHECK(stat(other, &file) == 0 && file.st_size == 0);
    unlink(path);
    CHECK(mkfifo(path, 0644) == 0);
    CHECK_INT(add("two\n"), 0);
    check_content("two\n");
    unlink(path);
    // A second name of a file that belongs to somebody.
    CHECK(link(other, path) == 0);
    CHECK_INT(add("three\n"), 0);
    check_content("three\n");
    CHECK(stat(other, &file) == 0 && file.st_size == 0);
    unlink(other);
    // A line without an end, and a file that is far too long.
    CHECK(truncate(path, 3) == 0);
    CHECK_INT(add("four\n"), 0);
    check_content("thr\nfour\n");
    CHECK(truncate(path, (off_t)1 << 40) == 0);
    CHECK_INT(add("five\n"), 0);
    check_content("five\n");
    unlink(path);
    CHECK(mkdir(path, 0700) == 0);
    CHECK(add("six\n") != 0);
    rmdir(path);
}

static struct peer p;

static void send_lines(const char *lines, size_t n, int error) {
    struct buffer b = {0};
    struct outcome o = {0};
    fields_put_int(&b, TAG_KIND, KIND_REFUSALS);
    peer_send_fields(&p, 5, FRAME_OPEN, &b);
    for (size_t at = 0; at < n;) {
        size_t part = n - at < 65000 ? n - at : 65000;
        peer_data(&p, 5, lines + at, part);
        at += part;
    }
    peer_eof(&p, 5);
    peer_finish(&p, 5, &o);
    CHECK_INT(o.error, error);
    outcome_free(&o);
}

static void theHostAddsLines(void) {
    static char much[REFUSALS_ADDED_MOST + 1];
    peer_start(&p);
    snprintf(path, sizeof path, "%s", p.refusals);
    send_lines("one\n", 4, 0);
    send_lines("two\nthree\n", 10, 0);
    check_content("one\ntwo\nthree\n");
    send_lines("no end", 6, EINVAL);
    memset(much, '\n', sizeof much);
    send_lines(much, sizeof much, EFBIG);
    check_content("one\ntwo\nthree\n");
    peer_stop(&p);
    unlink(path);
}

#define ONE "{\"time\":1000,\"kind\":\"dns\",\"name\":\"evil.example\",\"process\":\"curl\",\"pid\":7,\"state\":\"refused\",\"reason\":\"no_matching_rule\",\"why\":\"No rule.\",\"help\":\"Ask.\"}\n"
#define OTHER "{\"time\":2000,\"kind\":\"tcp\",\"name\":\"api.evil.example\",\"address\":\"192.0.2.7\",\"port\":22,\"process\":\"ssh\",\"state\":\"refused\",\"count\":5}\n"

static char *said;

static int say(const char *list, const char *about, bool json) {
    size_t n;
    free(said);
    said = NULL;
    FILE *from = fmemopen((char *)(uintptr_t)list, strlen(list) + 1, "r"), *to = open_memstream(&said, &n);
    struct why_options options = {.about = about, .json = json, .now = 5000};
    int code = why_print(from, to, &options);
    fclose(from);
    fclose(to);
    return code;
}

static bool says(const char *words) { return strstr(said, words) != NULL; }

static void repeatsAreOneParagraph(void) {
    CHECK_INT(say(ONE OTHER ONE ONE, NULL, false), 0);
    CHECK(says("curl (process 7) wanted evil.example (its name was looked up): blocked, 3 times\n    Why:   No rule.\n"));
    CHECK(says("    To do: Ask.\n"));
    CHECK(says("ssh wanted api.evil.example:22 (tcp, 192.0.2.7): blocked, 5 times\n"));
    // The newest is the last.
    CHECK(strstr(said, "ssh") < strstr(said, "curl"));
    CHECK_INT(say(ONE "{\"kind\":\"more\",\"state\":\"refused\",\"count\":99}\n", NULL, false), 0);
    CHECK(says("  99 more were blocked than could be listed\n"));
    CHECK_INT(say("", NULL, false), 1);
    CHECK_TEXT(said, "");
}

static void onlyANameOrAnAddressIsShown(void) {
    CHECK_INT(say(ONE OTHER, "EVIL.example.", false), 0);
    CHECK(says("curl") && says("ssh"));
    CHECK_INT(say(ONE OTHER, "api.evil.example", false), 0);
    CHECK(!says("curl") && says("ssh"));
    CHECK_INT(say(ONE OTHER, "192.0.2.7", false), 0);
    CHECK(!says("curl") && says("ssh"));
    CHECK_INT(say(ONE OTHER, "evil.example:22", false), 0);
    CHECK(!says("curl") && says("ssh"));
    CHECK_INT(say(ONE OTHER, "il.example", false), 1);
    CHECK_INT(say(ONE OTHER, "192.0.2", false), 1);
    CHECK_INT(say(ONE OTHER, ".", false), 1);
    CHECK_INT(say(ONE OTHER, "", false), 1);
    CHECK_INT(say(ONE OTHER, "evil.example:23", false), 1);
}

static void linesAreShownAsTheyAre(void) {
    CHECK_INT(say(ONE OTHER ONE, "evil.example", true), 0);
    CHECK_TEXT(said, ONE OTHER ONE);
    CHECK_INT(say(ONE, "other.example", true), 1);
    CHECK_TEXT(said, "");
}

#define WAITS "{\"time\":1000,\"kind\":\"dns\",\"name\":\"asked.example\",\"state\":\"waiting\",\"until\":%d}\n"

static void anAnswerEndsTheWaiting(void) {
    char list[1024];
    snprintf(list, sizeof list, WAITS, 9000);
    CHECK_INT(say(list, NULL, false), 0);
    CHECK(says("a program wanted asked.example (its name was looked up): waits for an answer\n"));
    snprintf(list, sizeof list, WAITS, 4000);
    CHECK_INT(say(list, NULL, false), 0);
    CHECK(says(": nobody answered\n"));
    snprintf(list, sizeof list, WAITS "{\"kind\":\"dns\",\"name\":\"asked.example\",\"state\":\"allowed\"}\n", 9000);
    CHECK_INT(say(list, NULL, false), 1);
    CHECK_TEXT(said, "");
    snprintf(list, sizeof list, WAITS "{\"kind\":\"dns\",\"name\":\"asked.example\",\"state\":\"denied\"}\n", 9000);
    CHECK_INT(say(list, NULL, false), 0);
    CHECK(says(": blocked\n"));
    CHECK(!says("waits"));
}

static void nothingControlsTheTerminal(void) {
    const char *lists[] = {
        "{\"name\":\"a\\u001b]0;x\\u0007b\",\"process\":\"\\u202etxt.exe\",\"why\":\"\\u009b2J\",\"help\":\"x\\ny\"}\n",
        "{\"name\":\"a\x1b]0;x\x07""b\",\"process\":\"\xe2\x80\xaetxt.exe\",\"why\":\"\xc2\x9b" "2J\xff\xc0\xaf\",\"help\":\"x\ty\"}\n",
    };
    for (size_t i = 0; i < 4; i++) {
        CHECK_INT(say(lists[i / 2], NULL, i % 2), 0);
        for (const unsigned char *c = (const unsigned char *)said; *c; c++) CHECK((*c >= 0x20 && *c < 0x7f) || *c == '\n');
    }
    CHECK_INT(say(lists[0], NULL, false), 0);
    CHECK(says("?txt.exe wanted a?]0;x?b"));
    CHECK(says("    To do: x?y\n"));
    CHECK_INT(say("{\"process\":\"caf\\u00e9 \xe2\x82\xac \\ud83d\\ude00\"}\n", NULL, false), 0);
    CHECK(says("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 wanted"));
}

static void whatIsNoObjectIsSkipped(void) {
    static char list[3 * 9000];
    const char *broken[] = {
        "nonsense\n", "{\n", "{\"a\"\n", "{\"a\":\n", "{\"a\":1,}\n", "{\"a\":1}x\n", "[1]\n", "{\"a\":\"\\u12\"}\n", "{\"a\":\"\\q\"}\n",
        "{\"a\":[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}\n", "{\"a\":{\"b\":1}\n", "{\"a\" 1}\n", "{,}\n", "\"a\"\n", "\n",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        CHECK_INT(say(broken[i], NULL, false), 1);
        snprintf(list, sizeof list, "%s%s", broken[i], ONE);
        CHECK_INT(say(list, NULL, false), 0);
        CHECK(says("curl"));
    }
    // What a line that is too long goes on with is no line of its own.
    memset(list, 'x', 9000);
    strcpy(list + 8191, ONE);
    CHECK_INT(say(list, NULL, false), 1);
    strcpy(list + 8191, "\n" ONE);
    CHECK_INT(say(list, NULL, false), 0);
    CHECK_INT(say(" { \"process\" : \"curl\" , \"more\" : { \"process\" : [ \"}\", 1 ] } , \"gone\" : null } \n", NULL, false), 0);
    CHECK(says("curl wanted"));
}

static void manyAreCut(void) {
    struct buffer b = {0};
    for (int i = 1; i <= 50; i++) buffer_print(&b, "{\"kind\":\"tcp\",\"name\":\"n%d.example\",\"port\":443,\"process\":\"node\"}\n", i);
    buffer_append(&b, "", 1);
    CHECK_INT(say((const char *)buffer_bytes(&b), NULL, false), 0);
    CHECK(says("30 earlier ones are not shown"));
    CHECK(!says("n30.example") && says("n31.example") && says("n50.example"));
    CHECK_INT(say((const char *)buffer_bytes(&b), "n3.example", false), 0);
    buffer_free(&b);
    free(said);
    said = NULL;
}

static void ignore(void *owner, const char *key, const char *value) { *(size_t *)owner += strlen(key) + strlen(value); }

// Any damage to a line is found by the reader, or read as something else; the sanitizers see what it must not do.
static void damagedLinesAreRead(void) {
    const char *line = "{\"time\":1000,\"name\":\"\\ud83d\\ude00\\n\\u00e9\",\"more\":{\"a\":[1,\"}\",{}]},\"gone\":null,\"x\":-1.5e3}";
    unsigned seed = 1;
    size_t n = strlen(line), sum = 0;
    for (int round = 0; round < 200000; round++) {
        char *copy = text_copy(line, n);
        for (int i = 0; i < 1 + round % 3; i++) {
            seed = seed * 1103515245u + 12345u;
            copy[(seed >> 8) % n] = "\"\\{}[],:u0d8\x80\0 "[(seed >> 24) % 16];
        }
        // Exactly as much memory as there is text, so that a read beyond its end is seen.
        char *exact = text_copy(copy, strlen(copy));
        json_object(exact, ignore, &sum);
        free(exact);
        free(copy);
    }
    CHECK(sum > 0);
}

static void theToolHasItsOwnName(void) {
    CHECK(why_is("belljar-why") && why_is("/usr/bin/belljar-why"));
    CHECK(!why_is("/run/belljar/belljar-guest") && !why_is("belljar-why/x") && !why_is(NULL));
}

const struct test why_tests[] = {
    TEST(linesAreAddedForEverybodyToRead),
    TEST(theListKeepsItsNewestLines),
    TEST(theListStaysShort),
    TEST(whatIsNoOrdinaryFileIsReplaced),
    TEST(theHostAddsLines),
    TEST(repeatsAreOneParagraph),
    TEST(onlyANameOrAnAddressIsShown),
    TEST(linesAreShownAsTheyAre),
    TEST(anAnswerEndsTheWaiting),
    TEST(nothingControlsTheTerminal),
    TEST(whatIsNoObjectIsSkipped),
    TEST(manyAreCut),
    TEST(damagedLinesAreRead),
    TEST(theToolHasItsOwnName),
    {0},
};
