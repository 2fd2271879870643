// Jails that ask: what is held goes on, or not, as the supervisor answers.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "rig.h"

static char text[70000];
static struct rig r;

static int input[2];

// Runs the script in a jail that asks, with this test as the supervisor.
static void ask(const char *script, int filter) {
    rig_start(&r, true);
    if (pipe2(input, O_CLOEXEC) != 0) perror("pipe");
    r.in = input[0];
    make_filter(&r.plan, WITH_NOTIFY | filter);
    make_text(&r.plan, OPEN, "/usr");
    rig_command(&r, "/bin/sh", "-c", script, NULL);
    rig_launch(&r);
    close(input[0]);
    rig_supervise(&r);
    text[0] = 0;
}

static int finish(void) {
    close(input[1]);
    return rig_finish(&r, text, sizeof text);
}

static long request(const char *rest, const char *op) {
    char path[200], name[40];
    const char *line = rig_event(&r, "event.fs_request", 5000);
    snprintf(path, sizeof path, "\"path\":\"%s%s\"", r.ssh, rest);
    snprintf(name, sizeof name, "\"op\":\"%s\"", op);
    CHECK_HAS(line, path);
    CHECK_HAS(line, name);
    return rig_number(line, "id");
}

static void approve(long id, const char *scope) {
    rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"%s\"}", id, scope);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"allow\"");
}

static void a_folder_that_is_approved_is_there(void) {
    ask("cat $KEY; echo next; cat $T/home/.ssh/deep/other; ls $T/home/.ssh; echo x > $T/home/.ssh/new; stat -c %a $KEY", 0);
    approve(request("/key", "open"), "dir");
    CHECK(!rig_event(&r, "event.fs_request", 300)); // nothing more is asked
    CHECK_INT(finish(), 0);
    CHECK_HAS(text, SECRET "\nnext\nother secret\ndeep\nkey\nrun\n");
    CHECK_HAS(text, "Read-only file system");
    CHECK_HAS(text, "644");
}

static void a_file_that_is_approved_is_there_alone(void) {
    ask("cat $KEY; cat $KEY; stat -c %a $KEY; cat $T/home/.ssh/deep/other; cat $T/home/.ssh/deep/other", 0);
    approve(request("/key", "open"), "file");
    long id = request("/deep/other", "open");
    rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld,\"persist\":true}", id);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"deny\"");
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"why\":\"decided\""); // the second is refused at once
    CHECK_INT(finish(), 1);
    CHECK_HAS(text, SECRET "\n" SECRET "\n644\n");
    CHECK_HAS(text, "other: Permission denied");
    CHECK(!strstr(text, "other secret"));
}

static void once_is_once(void) {
    ask("cat $KEY; cat $KEY", 0);
    approve(request("/key", "open"), "once");
    rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld}", request("/key", "open"));
    CHECK_INT(finish(), 1);
    CHECK_HAS(text, SECRET "\n");
    CHECK_HAS(text, "Permission denied");
    CHECK_HAS(strstr(text, SECRET), "Permission");
}

static void a_program_that_is_approved_runs(void) {
    ask("$T/home/.ssh/run; echo $?", 0);
    long id = request("/run", "exec");
    rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"once\"}", id);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "only for opening to read");
    approve(id, "file");
    CHECK_INT(finish(), 0);
    CHECK_HAS(text, "it ran\n0\n");
}

static void looking_is_asked_about_if_the_filter_says_so(void) {
    ask("stat -c %s $KEY", WITH_STAT);
    approve(request("/key", "stat"), "dir");
    CHECK_INT(finish(), 0);
    CHECK_HAS(text, "24\n");
}

static void other_names_of_a_path_are_recognised(void) {
    ask("ln -s $T/home/.ssh $T/work/soft; for p in soft/key /proc/self/root$KEY ../home/.ssh/./deep/../key "
        "/proc/self/cwd/soft/key $T/home/../home/.ssh/key; do cat $p; done; cat $T/home/.ssh/../open/file",
        0);
    for (int i = 0; i < 5; i++) {
        long id = request("/key", "open");
        if (id < 0) break;
        rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld}", id);
    }
    CHECK(!rig_event(&r, "event.fs_request", 300));
    CHECK_INT(finish(), 1); // out of a folder that nobody may pass, too
    CHECK(!strstr(text, SECRET));
}

static void what_is_revoked_is_gone(void) {
    ask("cat $KEY; echo wait; read x; cat $KEY; exec 3<$KEY", 0);
    approve(request("/key", "open"), "dir");
    CHECK(rig_read_until(&r, "wait", text, sizeof text, 5000));
    rig_say(&r, "{\"type\":\"cmd.revoke\",\"path\":\"%s\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"revoke\"");
    rig_say(&r, "{\"type\":\"cmd.revoke\",\"path\":\"%s\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "was not granted");
    CHECK_INT(finish() > 0, 1);
    CHECK_INT(strstr(strstr(text, SECRET) + 1, SECRET) != NULL, 0);
}

// Namespaces inside the jail can neither take a mask away nor keep what is revoked.
static void sandboxes_inside_are_held_too(void) {
    rig_start(&r, true);
    r.plan.flags |= NESTED | FULL_PROC;
    make_filter(&r.plan, WITH_NOTIFY | WITH_NESTED);
    make_text(&r.plan, OPEN, "/usr");
    rig_command(&r, "/bin/sh", "-c",
                "unshare -Urm --propagation slave sh -c 'umount $T/home/.ssh; umount -l $T/home/.ssh; "
                "mount --bind $T/home /tmp && cat /tmp/.ssh/key; "
                "mount -o remount,bind,rw $T/home; echo x >$T/home/x; cat $KEY; echo wait; "
                "until [ -e $T/work/go ]; do sleep 0.05; done; cat $KEY'",
                NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    // umount looks at the mask, and so does mount, before they fail.
    const char *line;
    while ((line = rig_event(&r, "event.fs_request", 5000)) && !strstr(line, "/key\""))
        rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld}", rig_number(line, "id"));
    CHECK(!strstr(text, "wait"));
    approve(rig_number(line, "id"), "dir");
    CHECK(rig_read_until(&r, "wait", text, sizeof text, 5000));
    const char *first = strstr(text, SECRET);
    CHECK(first != NULL);
    rig_say(&r, "{\"type\":\"cmd.revoke\",\"path\":\"%s\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"revoke\"");
    char command[200];
    snprintf(command, sizeof command, "touch %s/go", r.work);
    CHECK_INT(system(command), 0);
    rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld}", request("/key", "open"));
    CHECK_INT(rig_finish(&r, text, sizeof text), 1);
    CHECK(first && !strstr(first + 1, SECRET));
    CHECK_HAS(text, "cannot create");
}

static void decisions_can_come_first(void) {
    ask("echo ready; sleep 0.3; cat $KEY; cat $T/home/.ssh/deep/other", 0);
    CHECK(rig_read_until(&r, "ready", text, sizeof text, 5000));
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"%s\",\"decision\":\"allow\"}", r.key);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"allow\"");
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"%s\",\"decision\":\"deny\"}", r.key);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "revoke it first");
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"%s/deep\",\"decision\":\"deny\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"deny\"");
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"/etc/shadow\",\"decision\":\"allow\"}");
    CHECK_HAS(rig_event(&r, "event.error", 5000), "below what a mask hides");
    CHECK(!rig_event(&r, "event.fs_request", 500));
    CHECK_INT(finish(), 1);
    CHECK_HAS(text, SECRET);
    CHECK_HAS(text, "other: Permission denied");
}

static void what_is_refused_for_good_stays_refused(void) {
    ask("cat $T/home/.ssh/deep/other; cat $KEY; cat $T/home/.ssh/deep/other", 0);
    rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld,\"persist\":true}", request("/deep/other", "open"));
    long id = request("/key", "open");
    rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"dir\"}", id);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "refused for good");
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"%s\",\"decision\":\"allow\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "refused for good");
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"%s/deep\",\"decision\":\"ask\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.audit", 5000), "\"decision\":\"ask\"");
    approve(id, "dir");
    CHECK_INT(finish(), 0);
    CHECK_HAS(text, "other: Permission denied");
    CHECK_HAS(text, SECRET "\nother secret\n");
}

static void what_does_not_exist_is_missing_once_approved(void) {
    ask("cat $T/home/.ssh/nothing", 0);
    approve(request("/nothing", "open"), "file");
    CHECK_INT(finish(), 1);
    CHECK_HAS(text, "nothing: No such file");
}

static void a_prompt_is_one_line_whatever_the_path(void) {
    ask("p=$(printf 'a\\nb\\033[2J\\\"\\377\\302\\205'); cat \"$T/home/.ssh/$p\"", 0);
    const char *line = rig_event(&r, "event.fs_request", 5000);
    CHECK_HAS(line, "a\\u000ab\\u001b[2J\\\\\\\"\\ufffd\\u0085\"");
    for (const char *at = line; at && *at; at++) CHECK((unsigned char)*at >= 0x20);
    rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld}", rig_number(line, "id"));
    CHECK_INT(finish(), 1);
}

static void only_one_supervises(void) {
    ask("echo ready; sleep 20", 0);
    CHECK(rig_read_until(&r, "ready", text, sizeof text, 5000));
    int first = r.supervisor;
    r.used = 0;
    r.supervisor = rig_connect(&r);
    CHECK_HAS(rig_event(&r, "event.hello", 5000), "\"supervised\":true");
    rig_say(&r, "{\"type\":\"cmd.supervise\"}");
    CHECK_HAS(rig_event(&r, "event.error", 5000), "already has a supervisor");
    rig_say(&r, "{\"type\":\"cmd.decide\",\"path\":\"%s\",\"decision\":\"allow\"}", r.ssh);
    CHECK_HAS(rig_event(&r, "event.error", 5000), "only the supervisor");
    rig_say(&r, "not json");
    CHECK_HAS(rig_event(&r, "event.error", 5000), "not a JSON object");
    rig_say(&r, "{\"type\":\"cmd.status\"}");
    CHECK_INT(rig_number(rig_event(&r, "event.status", 5000), "grants"), 0);
    rig_say(&r, "{\"type\":\"cmd.kill\"}");
    finish();
    close(first);
}

static void a_command_cannot_speak_to_the_warden(void) {
    rig_start(&r, true);
    make_filter(&r.plan, WITH_NOTIFY);
    make_mount(&r.plan, BIND, WRITE, r.outside, r.outside, 0);
    strcpy(r.socket, r.outside);
    strcat(r.socket, "/socket"); // in a folder that the jail sees
    rig_command(&r, "/tools/worker", "speak", r.socket, NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "speak refused");
}

const struct test ask_tests[] = {
    TEST(a_folder_that_is_approved_is_there),
    TEST(a_file_that_is_approved_is_there_alone),
    TEST(once_is_once),
    TEST(a_program_that_is_approved_runs),
    TEST(looking_is_asked_about_if_the_filter_says_so),
    TEST(other_names_of_a_path_are_recognised),
    TEST(what_is_revoked_is_gone),
    TEST(sandboxes_inside_are_held_too),
    TEST(decisions_can_come_first),
    TEST(what_is_refused_for_good_stays_refused),
    TEST(what_does_not_exist_is_missing_once_approved),
    TEST(a_prompt_is_one_line_whatever_the_path),
    TEST(only_one_supervises),
    TEST(a_command_cannot_speak_to_the_warden),
    {0},
};
