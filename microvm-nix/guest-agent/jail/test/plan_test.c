// The plan reader: what it takes, and that it takes nothing else.
#include <stdlib.h>

#include "check.h"
#include "make.h"

static void put_least(struct maker *m) {
    make_map(m, USER_MAP, 0, 100000, 65536);
    make_map(m, GROUP_MAP, 0, 100000, 65536);
    make_identity(m, 1000, 1000);
    make_mount(m, TMPFS, 0, "/", NULL, 4096);
    make_mount(m, BIND, 0, "/usr", "/usr", 0);
    make_mount(m, PROC, 0, "/proc", NULL, 0);
    make_mount(m, DEV, 0, "/dev", NULL, 0);
    make_text(m, ARG, "/bin/true");
    make_text(m, CWD, "/");
    make_text(m, HOSTNAME, "jail");
    make_filter(m, 0);
}

static const char *read_all(struct maker *m, struct plan *plan) {
    struct buffer bytes = make_plan(m);
    static char wrong[512];
    const char *said = plan_read(plan, buffer_bytes(&bytes), buffer_size(&bytes));
    snprintf(wrong, sizeof wrong, "%s", said ? said : "");
    if (plan->filter && plan->filter_count == 0) CHECK(0);
    buffer_free(&bytes);
    return said ? wrong : NULL;
}

static struct plan plan;

// The least plan with something added is refused with this message; NULL: it is taken.
#define EXPECT(message, ...)                                                                   \
    do {                                                                                       \
        struct maker m = {0};                                                                  \
        put_least(&m);                                                                         \
        __VA_ARGS__;                                                                           \
        const char *said = read_all(&m, &plan);                                                \
        const char *expected = message;                                                        \
        plan_free(&plan);                                                                      \
        if (expected) CHECK_HAS(said ? said : "taken", expected);                              \
        if (!expected && said) fprintf(stderr, "%s:%d: refused: %s\n", __FILE__, __LINE__, said); \
        if (!expected) CHECK(!said);                                                           \
    } while (0)

static void a_plan_is_read(void) {
    struct maker m = {.flags = LISTENER_WISHED | TERMINAL, .hold_ms = 5000};
    put_least(&m);
    make_text(&m, ARG, "");
    make_text(&m, ENV, "A=");
    make_text(&m, CONTROL, "/run/x");
    make_text(&m, CGROUP, "/sys/fs/cgroup/x");
    make_text(&m, OPEN, "/usr");
    make_limit(&m, 7, 100);
    make_kept(&m, 9, 3);
    make_overlay(&m, 0, "/home/a", "/home/a", "/state/upper", "/state/work");
    make_mount(&m, MASK, ASK | OPTIONAL, "/home/a/.ssh", "/home/a/.ssh", 0);
    const char *wrong = read_all(&m, &plan);
    if (wrong) fprintf(stderr, "%s\n", wrong);
    CHECK(!wrong && plan.mount_count == 6 && plan.user_maps == 1 && plan.users[0].outside == 100000 && plan.user == 1000);
    CHECK_INT(plan.command.args, 2);
    CHECK(strcmp(plan.command.argv[0], "/bin/true") == 0 && !*plan.command.argv[1] && !plan.command.argv[2]);
    CHECK(strcmp(plan.command.env[0], "A=") == 0 && strcmp(plan.mounts[4].work, "/state/work") == 0);
    CHECK(strcmp(plan.hostname, "jail") == 0 && strcmp(plan.opens[0], "/usr") == 0 && strcmp(plan.control, "/run/x") == 0);
    CHECK(plan.limits[0].resource == 7 && plan.limits[0].hard == 100 && plan.kept[0].outside == 9 && plan.kept[0].inside == 3);
    CHECK_INT(plan.mounts[0].size, 4096);
    CHECK_INT(plan_outside(plan.users, plan.user_maps, 65535), 165535);
    CHECK_INT(plan_outside(plan.users, plan.user_maps, 65536), -1);
    plan_free(&plan);
}

static void root_of_this_computer_is_never_mapped(void) {
    EXPECT("root user or group", make_map(&m, USER_MAP, 70000, 0, 1));
    EXPECT("root user or group", make_map(&m, GROUP_MAP, 70000, 0, 5));
    EXPECT("not a range", make_map(&m, USER_MAP, 70000, 4294967295U, 1));
    EXPECT("not a range", make_map(&m, USER_MAP, 70000, 4294967290U, 100));
    EXPECT("not a range", make_map(&m, USER_MAP, 70000, 5, 0));
    EXPECT("overlap", make_map(&m, USER_MAP, 65535, 5, 1));
    EXPECT("overlap", make_map(&m, USER_MAP, 70000, 100005, 1));
    EXPECT(NULL, make_map(&m, USER_MAP, 65536, 5, 1));
}

static void parts_must_be_there_once(void) {
    EXPECT("there is another", make_identity(&m, 1, 1));
    EXPECT("there is another", make_text(&m, CWD, "/"));
    EXPECT("there is another", make_filter(&m, 0));
    EXPECT("one PROC and one DEV", make_mount(&m, PROC, 0, "/proc", NULL, 0));
    struct maker m = {0};
    CHECK_HAS(read_all(&m, &plan), "no ids are mapped");
    plan_free(&plan);
}

static void values_must_make_sense(void) {
    EXPECT("not a path", make_text(&m, OPEN, "usr"));
    EXPECT("not a path", make_text(&m, OPEN, "/usr/"));
    EXPECT("not a path", make_text(&m, OPEN, "/usr/../etc"));
    EXPECT("not a path", make_text(&m, OPEN, "/usr/."));
    EXPECT("not a path", make_text(&m, OPEN, "//usr"));
    EXPECT(NULL, make_text(&m, OPEN, "/usr/.../..x"));
    EXPECT("NAME=VALUE", make_text(&m, ENV, "=x"));
    EXPECT("NAME=VALUE", make_text(&m, ENV, "x"));
    EXPECT("contains a NUL", make_record(&m, ENV, "a=\0b", 4));
    EXPECT("unknown kind", make_record(&m, 99, "", 0));
    EXPECT("unknown kind", make_record(&m, 0, "", 0));
    EXPECT("expected 3 to 1023", make_kept(&m, 2, 5));
    EXPECT("expected 3 to 1023", make_kept(&m, 5, 64));
    EXPECT("kept twice", make_kept(&m, 5, 5), make_kept(&m, 6, 5));
    EXPECT("not a limit", make_limit(&m, 16, 5));
    EXPECT("too long", make_record(&m, IDENTITY + 8, "\5\0\0\0\5\0\0\0\0\0\0\0", 12));
    EXPECT("does not fit", m.hold_ms = 5);
    EXPECT("does not fit", m.flags = LISTENER_WISHED);
    EXPECT("without CONTROL", m.flags = LISTENER_WISHED, m.hold_ms = 5);
    EXPECT("AWAIT without", m.flags = AWAIT);
    EXPECT("unknown flag", m.flags = 64);
}

static void mounts_must_make_sense(void) {
    EXPECT("only the first", make_mount(&m, BIND, 0, "/", "/", 0));
    EXPECT("attribute", make_mount(&m, TMPFS, DEVICE, "/x", NULL, 1));
    EXPECT("attribute", make_mount(&m, BIND, 64, "/x", "/x", 0));
    EXPECT("MAPPED", make_mount(&m, BIND, MAPPED | WRITE, "/x", "/x", 0));
    EXPECT("no size", make_mount(&m, TMPFS, 0, "/x", NULL, 0));
    EXPECT("unknown kind of mount", make_mount(&m, 8, 0, "/x", "/x", 0));
    EXPECT("covers /proc", make_mount(&m, BIND, 0, "/x", "/proc", 0));
    EXPECT("covers /proc", make_mount(&m, BIND, 0, "/x", "/dev", 0));
    EXPECT("below /proc", make_mount(&m, BIND, 0, "/x", "/proc/sys", 0));
    EXPECT("source is not a path", make_mount(&m, BIND, 0, "x", "/x", 0));
    EXPECT(NULL, make_mount(&m, BIND, DEVICE | WRITE, "/dev/kvm", "/dev/kvm", 0));
    EXPECT(NULL, make_mount(&m, LINK, 0, "usr/bin", "/bin", 0));
}

#define MASK_SSH make_mount(&m, BIND, 0, "/home", "/home", 0), make_mount(&m, MASK, 0, "/home/a/.ssh", "/home/a/.ssh", 0)

static void masks_are_not_got_around(void) {
    EXPECT(NULL, MASK_SSH);
    EXPECT("covers the mask", MASK_SSH, make_mount(&m, BIND, 0, "/home/a", "/home/a", 0));
    EXPECT("covers the mask", MASK_SSH, make_mount(&m, TMPFS, 0, "/home/a/.ssh", NULL, 1));
    EXPECT(NULL, MASK_SSH, make_mount(&m, BIND, WRITE, "/home/a/project", "/home/a/project", 0));
    EXPECT("shows what the mask", MASK_SSH, make_mount(&m, BIND, 0, "/home", "/mnt/home", 0));
    EXPECT("shows what the mask", MASK_SSH, make_mount(&m, BIND, 0, "/home/a", "/mnt/a", 0));
    EXPECT("shows what the mask", MASK_SSH, make_mount(&m, BIND, 0, "/home/a/.ssh", "/mnt/a", 0));
    EXPECT("shows what the mask", MASK_SSH, make_overlay(&m, 0, "/home/a", "/mnt/a", "/u", "/w"));
    EXPECT(NULL, MASK_SSH, make_mount(&m, BIND, 0, "/home/a", "/mnt/a", 0), make_mount(&m, MASK, 0, "/home/a/.ssh", "/mnt/a/.ssh", 0));
    EXPECT("a part of what", MASK_SSH, make_mount(&m, BIND, 0, "/home/a/.ssh/known_hosts", "/mnt/x", 0));
    EXPECT("below another mask", MASK_SSH, make_mount(&m, MASK, 0, "/home/a/.ssh/x", "/home/a/.ssh/x", 0));
    EXPECT("hides /", make_mount(&m, MASK, 0, "/", "/x", 0));
    EXPECT("covers /proc or /dev", make_mount(&m, MASK, 0, "/dev", "/dev", 0));
}

// Cut anywhere, or with any one byte changed, a plan is read or refused, and nothing else happens.
static void broken_plans_are_refused(void) {
    struct maker m = {0};
    put_least(&m);
    make_overlay(&m, 0, "/home/a", "/home/a", "/state/upper", "/state/work");
    struct buffer bytes = make_plan(&m);
    size_t size = buffer_size(&bytes), taken = 0;
    for (size_t n = 0; n < size; n++) {
        uint8_t *cut = malloc(n ? n : 1); // so that reading behind the end is seen
        memcpy(cut, buffer_bytes(&bytes), n);
        CHECK(plan_read(&plan, cut, n) != NULL);
        plan_free(&plan);
        free(cut);
    }
    for (size_t at = 0; at < size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes.data[bytes.start + at] ^= (uint8_t)(1 << bit);
            taken += plan_read(&plan, buffer_bytes(&bytes), size) == NULL;
            plan_free(&plan);
            bytes.data[bytes.start + at] ^= (uint8_t)(1 << bit);
        }
    }
    CHECK(taken > 0 && taken < size * 8);
    CHECK(plan_read(&plan, buffer_bytes(&bytes), size) == NULL);
    plan_free(&plan);
    buffer_free(&bytes);
}

static void a_command_is_read(void) {
    struct maker m = {0};
    make_text(&m, CWD, "/x");
    make_text(&m, ARG, "a");
    make_text(&m, ENV, "A=b");
    CHECK(plan_read_command(&plan, buffer_bytes(&m.records), buffer_size(&m.records)) == NULL);
    CHECK(strcmp(plan.command.argv[0], "a") == 0 && strcmp(plan.command.cwd, "/x") == 0);
    plan_free(&plan);
    make_text(&m, HOSTNAME, "a");
    CHECK_HAS(plan_read_command(&plan, buffer_bytes(&m.records), buffer_size(&m.records)), "not part of a command");
    plan_free(&plan);
    CHECK_HAS(plan_read_command(&plan, (const uint8_t *)"", 0), "no word");
    plan_free(&plan);
    buffer_free(&m.records);
}

const struct test plan_tests[] = {
    TEST(a_plan_is_read),
    TEST(root_of_this_computer_is_never_mapped),
    TEST(parts_must_be_there_once),
    TEST(values_must_make_sense),
    TEST(mounts_must_make_sense),
    TEST(masks_are_not_got_around),
    TEST(broken_plans_are_refused),
    TEST(a_command_is_read),
    {0},
};
