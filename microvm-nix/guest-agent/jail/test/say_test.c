// What is said to the supervisor stays JSON; what passes between the warden and init arrives whole.
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../src/warden.h"
#include "check.h"

static char sent[4096];

void connection_send(struct connection *c, const char *line, size_t n) {
    (void)c;
    snprintf(sent, sizeof sent, "%.*s", (int)n, line);
}

static const char *said(const char *text) {
    struct buffer b = {0};
    static struct connection c;
    say(&b, "x");
    say_text(&b, "t", text);
    say_to(&c, &b);
    return sent;
}

static void texts_are_escaped(void) {
    CHECK_HAS(said("a\"b\\c\n\t\x1b\x7f"), "\"t\":\"a\\\"b\\\\c\\u000a\\u0009\\u001b\\u007f\"}\n");
    CHECK_HAS(said("ü€𝄞"), "\"t\":\"ü€𝄞\"}");
    CHECK_HAS(said("\xc2\x85"), "\"t\":\"\\u0085\"}");
    static const char *const wrong[] = {"\xff", "\xc3", "\xe2\x82", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80\x80\x80", "\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK_HAS(said(wrong[i]), "\\ufffd");
}

static void descriptors_are_passed(void) {
    int pair[2], fds[4];
    struct message message = {.type = COMMAND, .id = 7, .first = -1, .second = 3}, got;
    struct passed passed;
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0);
    for (int i = 0; i < 4; i++) fds[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(message_send(pair[0], &message, fds, 4));
    CHECK_INT(message_receive(pair[1], &got, &passed), 1);
    CHECK(got.id == 7 && got.first == -1 && got.second == 3 && passed.count == 4);
    for (size_t i = 0; i < passed.count; i++) CHECK(fcntl(passed.fds[i], F_GETFD) == FD_CLOEXEC);
    passed_close(&passed);
    CHECK(send(pair[0], "short", 5, 0) == 5);
    CHECK(message_receive(pair[1], &got, &passed) == -1 && errno == EBADMSG);
    char long_one[100] = {0};
    CHECK(send(pair[0], long_one, sizeof long_one, 0) == sizeof long_one);
    CHECK(message_receive(pair[1], &got, &passed) == -1 && errno == EBADMSG);
    for (int i = 0; i < 4; i++) close(fds[i]);
    close(pair[0]);
    CHECK_INT(message_receive(pair[1], &got, &passed), 0);
    close(pair[1]);
}

const struct test say_tests[] = {
    TEST(texts_are_escaped),
    TEST(descriptors_are_passed),
    {0},
};
