// Attacks on holding: races, signals, floods, and the death of everybody involved.
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "rig.h"

static char text[70000];
static struct rig r;

static void start(const char *program, const char *first, const char *second, const char *third) {
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/tools/worker", program, first, second, third, NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
}

static void wait_ms(long ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL); }


// A path that changes between the warden's look and the kernel's: whatever the warden saw, the mask is there.
static void a_path_that_flips_leaks_nothing(void) {
    const char *count = getenv("FLIPS") ? getenv("FLIPS") : "100000";
    rig_start(&r, true);
    start("flips", r.key, r.open, count);
    // The first held access is refused for good: the others do not wait.
    const char *line = rig_event(&r, "event.fs_request", 20000);
    if (line) rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld,\"persist\":true}", rig_number(line, "id"));
    CHECK(line != NULL);
    // An unread socket is closed; nobody is asked any more, so everything is refused or let through by the warden alone.
    close(r.supervisor);
    r.supervisor = -1;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "leaks 0");
    const char *opened = strstr(text, "opened ");
    CHECK(opened && atol(opened + 7) > atol(count) / 20); // the race was run
    if (opened) fprintf(stderr, "%s", text);
}

// The race is real: without the mask the same program finds the secret.
static void a_path_that_flips_leaks_without_a_mask(void) {
    rig_unmasked = true;
    rig_start(&r, true);
    rig_unmasked = false;
    start("flips", r.key, r.open, "2000");
    CHECK_INT(rig_finish(&r, text, sizeof text), 1);
    const char *leaks = strstr(text, "leaks ");
    CHECK(leaks && atol(leaks + 6) > 20);
}

// Whoever waits when the warden is killed is refused, every time.
static void a_killed_warden_refuses(void) {
    int refused = 0, rounds = getenv("KILLS") ? atoi(getenv("KILLS")) : 100;
    for (int i = 0; i < rounds; i++) {
        rig_start(&r, true);
        make_filter(&r.plan, WITH_NOTIFY);
        rig_command(&r, "/bin/sh", "-c", "cat $KEY", NULL);
        rig_launch(&r);
        rig_supervise(&r);
        text[0] = 0;
        bool asked = rig_event(&r, "event.fs_request", 10000) != NULL;
        kill(r.launcher, SIGKILL);
        CHECK_INT(rig_finish(&r, text, sizeof text), 1000 + SIGKILL); // all of the jail is gone: its output has ended
        refused += asked && !strstr(text, SECRET);
    }
    CHECK_INT(refused, rounds);
}

static void a_supervisor_that_is_gone_refuses(void) {
    rig_start(&r, true);
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/sh", "-c", "cat $KEY; cat $KEY; echo on", NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    CHECK(rig_event(&r, "event.fs_request", 5000) != NULL);
    close(r.supervisor);
    r.supervisor = -1;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK(!strstr(text, SECRET));
    CHECK_HAS(text, "Permission denied");
    CHECK_HAS(text, "on\n");
}

static void nobody_answers_in_time(void) {
    rig_start(&r, true);
    r.plan.hold_ms = 700;
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/sh", "-c", "cat $KEY", NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    CHECK(rig_event(&r, "event.fs_request", 5000) != NULL);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"why\":\"deadline\"");
    CHECK_INT(rig_finish(&r, text, sizeof text), 1);
    CHECK_HAS(text, "Permission denied");
}

// Deadlines come while another process notifies without a pause.
static void a_busy_jail_does_not_delay_deadlines(void) {
    rig_start(&r, true);
    r.plan.hold_ms = 700;
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/sh", "-c", "/tools/worker flips $T/home/open/file $T/home/open/file 100000000 & cat $KEY; kill $!", NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    CHECK(rig_event(&r, "event.fs_request", 5000) != NULL);
    CHECK_HAS(rig_event(&r, "event.audit", 3000), "\"why\":\"deadline\"");
    rig_finish(&r, text, sizeof text);
    CHECK_HAS(text, "Permission denied");
}

static void nobody_supervises_in_time(void) {
    rig_start(&r, true);
    r.plan.hold_ms = 300;
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/echo", "it-ran", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 125);
    CHECK(!strstr(text, "it-ran"));
    CHECK_HAS(text, "no supervisor came");
}

// A timer that interrupts the process neither ends the hold nor asks again.
static void a_timer_asks_once(void) {
    int hold = getenv("HOLD_MS") ? atoi(getenv("HOLD_MS")) : 2000;
    rig_start(&r, true);
    r.plan.hold_ms = (uint32_t)hold + 10000;
    start("timed", r.key, "10", NULL);
    long id = rig_number(rig_event(&r, "event.fs_request", 5000), "id");
    CHECK(!rig_event(&r, "event.fs_request", hold));
    rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"dir\"}", id);
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "timed opened");
}

static void who_is_killed_while_waiting_is_forgotten(void) {
    rig_start(&r, true);
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/sh", "-c", "cat $KEY & sleep 0.3; kill -9 $!; sleep 1.5; echo on", NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    long id = rig_number(rig_event(&r, "event.fs_request", 5000), "id");
    CHECK_INT(rig_number(rig_event(&r, "event.fs_gone", 5000), "id"), id);
    rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"dir\"}", id);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "nothing with this id");
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
}

// Ten thousand threads: one question, at most 1024 wait, the others are refused, and the warden still answers.
static void many_threads_are_bounded(void) {
    rig_start(&r, true);
    start("threads", r.key, "10000", NULL);
    const char *line = rig_event(&r, "event.fs_request", 10000);
    long id = rig_number(line, "id");
    CHECK(rig_read_until(&r, "made ", text, sizeof text, 30000));
    long held = 0;
    for (int i = 0; i < 50 && held < 1024; i++) {
        wait_ms(100);
        rig_say(&r, "{\"type\":\"cmd.status\"}");
        line = rig_event(&r, "event.status", 5000);
        CHECK_INT(rig_number(line, "prompts"), 1);
        held = rig_number(line, "held");
        CHECK(held >= 0 && held <= 1024);
    }
    rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"dir\"}", id);
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    long made = atol(strstr(text, "made ") + 5), refused = atol(strstr(text, "refused ") + 8), opened = atol(strstr(text, "opened ") + 7);
    CHECK_INT(refused + opened, made);
    CHECK(opened >= held);
    if (made > 1024) CHECK(refused > 0);
    fprintf(stderr, "threads: %s", strstr(text, "made "));
}

// Many different paths: at most 64 questions.
static void many_prompts_are_bounded(void) {
    rig_start(&r, true);
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/sh", "-c", "for i in $(seq 100); do cat $T/home/.ssh/$i & done; wait", NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    int full = 0;
    for (const char *line; full < 36 && (line = rig_event(&r, "event.audit", 10000));)
        full += strstr(line, "\"why\":\"full\"") != NULL;
    CHECK_INT(full, 36);
    rig_say(&r, "{\"type\":\"cmd.status\"}");
    CHECK_INT(rig_number(rig_event(&r, "event.status", 5000), "prompts"), 64);
    rig_say(&r, "{\"type\":\"cmd.kill\"}");
    CHECK_INT(rig_finish(&r, text, sizeof text), 137);
}

// Refusing costs the supervisor no more than a few lines in a second.
static void many_refusals_are_counted(void) {
    rig_start(&r, true);
    start("flips", r.key, r.key, "20000");
    long id = rig_number(rig_event(&r, "event.fs_request", 5000), "id");
    rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld,\"persist\":true}", id);
    long lines = 0, waiters = 0, flooded = 0;
    for (const char *line; waiters < 20000 && (line = rig_event(&r, "event.audit", 5000)); lines++) {
        waiters += rig_number(line, "waiters");
        flooded += strstr(line, "\"why\":\"flood\"") != NULL;
    }
    CHECK_INT(waiters, 20000); // none is lost
    CHECK(flooded > 0);
    CHECK(lines < 5000);
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
}

// Threads that are killed just when they notify: the warden must not wait for a notification that is gone.
static void killed_threads_do_not_stop_the_warden(void) {
    rig_start(&r, true);
    make_filter(&r.plan, WITH_NOTIFY);
    rig_command(&r, "/bin/sh", "-c",
                "i=0; while [ $i -lt 150 ]; do timeout -s KILL 0.00$((i % 9)) /tools/worker flips $T/home/open/file $T/home/open/file 5000 & "
                "i=$((i+1)); [ $((i % 10)) != 0 ] || wait; done; wait; echo on",
                NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    CHECK(rig_read_until(&r, "on\n", text, sizeof text, 60000));
    rig_say(&r, "{\"type\":\"cmd.status\"}");
    rig_finish(&r, text, sizeof text);
}

const struct test hold_tests[] = {
    TEST(a_path_that_flips_leaks_nothing),
    TEST(a_path_that_flips_leaks_without_a_mask),
    TEST(a_killed_warden_refuses),
    TEST(a_supervisor_that_is_gone_refuses),
    TEST(nobody_answers_in_time),
    TEST(a_busy_jail_does_not_delay_deadlines),
    TEST(nobody_supervises_in_time),
    TEST(a_timer_asks_once),
    TEST(who_is_killed_while_waiting_is_forgotten),
    TEST(many_threads_are_bounded),
    TEST(many_prompts_are_bounded),
    TEST(many_refusals_are_counted),
    TEST(killed_threads_do_not_stop_the_warden),
    {0},
};
