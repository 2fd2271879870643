// Jails that ask nothing: what a command finds, how it ends, and what stops the launcher.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "rig.h"

static char text[70000];

static void exit_codes_are_passed_out(void) {
    CHECK_INT(rig_run("exit 7", 0, text, sizeof text), 7);
    CHECK_INT(rig_run("kill -TERM $$", 0, text, sizeof text), 128 + SIGTERM);
    CHECK_INT(rig_run("kill -KILL $$", 0, text, sizeof text), 128 + SIGKILL);
    CHECK_INT(rig_run("true", 0, text, sizeof text), 0);
}

static void a_command_has_nothing_left_to_give_up(void) {
    CHECK_INT(rig_run("cat /proc/self/status; cat /proc/1/status; hostname; pwd", 0, text, sizeof text), 0);
    const char *second = strstr(text + 10, "Name:");
    CHECK(second != NULL);
    static const char *const lines[] = {"CapInh:\t0000000000000000", "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000",
                                        "CapBnd:\t0000000000000000", "CapAmb:\t0000000000000000", "NoNewPrivs:\t1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CHECK_HAS(text, lines[i]);
        if (second) CHECK_HAS(second, lines[i]); // init too
    }
    CHECK_HAS(text, "Seccomp:\t2");
    CHECK_HAS(text, "\njail\n");
}

static void files_are_where_the_plan_puts_them(void) {
    CHECK_INT(rig_run("cat $T/home/open/file; echo new > file && cat file; echo x > $T/home/open/file; echo x > /usr/x; "
                      "ls $T/outside; echo t > /tmp/t && cat /tmp/t; ls /dev/pts; ls -a /root; ls /proc | head -3",
                      0, text, sizeof text),
              0);
    CHECK_HAS(text, "open\nnew\n");
    CHECK_HAS(text, "Read-only file system");
    CHECK_HAS(text, "outside': No such file");
    CHECK_HAS(text, "\nt\n");
    CHECK_HAS(text, "'/root': No such file");
}

static void a_mask_hides_its_source(void) {
    CHECK_INT(rig_run("cat $KEY; ls $T/home/.ssh; cat $T/home/.ssh/nothing; cat $T/home/open/file", 0, text, sizeof text), 0);
    CHECK(!strstr(text, SECRET));
    CHECK(!strstr(text, "deep"));
    CHECK_HAS(text, "key: Permission denied");
    CHECK_HAS(text, "nothing: Permission denied");
}

static void all_end_with_the_command(void) {
    CHECK_INT(rig_run("sleep 100 & (setsid sleep 100 &) ; exit 3", 0, text, sizeof text), 3);
}

// Starts with what `change` did to the plan; expects 125 and the message.
static void stopped(void (*change)(struct rig *r), const char *message) {
    static struct rig r;
    rig_start(&r, false);
    change(&r);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/echo", "it-ran", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 125);
    CHECK_HAS(text, message);
    CHECK_HAS(text, "nothing was run");
    CHECK(!strstr(text, "it-ran"));
}

static void map_root(struct rig *r) { make_map(&r->plan, USER_MAP, 70000, 0, 1); }
static void map_root_group(struct rig *r) { make_map(&r->plan, GROUP_MAP, 70000, 0, 2); }
static void map_foreign(struct rig *r) { make_map(&r->plan, USER_MAP, 70000, 4321, 1); }
static void missing_source(struct rig *r) { make_mount(&r->plan, BIND, 0, "/nonexistent/path", "/x", 0); }
static void missing_target(struct rig *r) { make_mount(&r->plan, BIND, 0, "/usr", "/usr/nonexistent", 0); }
static void linked_source(struct rig *r) {
    char path[128];
    snprintf(path, sizeof path, "%s/link", r->folder);
    if (symlink("/etc", path) != 0) perror(path);
    make_mount(&r->plan, BIND, 0, path, "/x", 0);
}
static void wrong_device(struct rig *r) { make_mount(&r->plan, BIND, DEVICE, "/etc/passwd", "/dev/x", 0); }
static void wrong_cgroup(struct rig *r) { make_text(&r->plan, CGROUP, "/tmp"); }
static void wrong_kept(struct rig *r) { make_kept(&r->plan, 999, 5); }
static void wrong_program(struct rig *r) { make_text(&r->plan, ARG, "/nonexistent/program"); }
static void wrong_control(struct rig *r) {
    int fd = open(r->socket, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    close(fd);
}

static void a_step_that_fails_stops_everything(void) {
    stopped(map_root, "root user or group of this computer");
    stopped(map_root_group, "root user or group of this computer");
    stopped(missing_source, "/nonexistent/path: cannot be opened");
    stopped(missing_target, "/usr/nonexistent: does not exist");
    stopped(linked_source, "symbolic link");
    stopped(wrong_device, "character device");
    stopped(wrong_cgroup, "cgroup");
    stopped(wrong_kept, "not open");
    stopped(wrong_program, "/nonexistent/program");
    stopped(wrong_control, "socket cannot be made");
    if (geteuid() != 0) stopped(map_foreign, "newuidmap");
}

static void a_foreign_plan_is_refused(void) {
    char command[300], path[] = "/tmp/belljar-plan.XXXXXX";
    int fd = mkstemp(path);
    snprintf(command, sizeof command, "chmod 666 %s; %s launch --plan %s 2>/dev/null", path, rig_program, path);
    CHECK_INT(WEXITSTATUS(system(command)), 125);
    snprintf(command, sizeof command, "chmod 600 %s; %s launch --plan %s 2>/dev/null", path, rig_program, path);
    CHECK_INT(WEXITSTATUS(system(command)), 125); // an empty one
    close(fd);
    unlink(path);
}

static void without_user_namespaces_nothing_runs(void) {
    static struct rig r;
    char script[400];
    if (geteuid() == 0) return; // tried without root: the setting of a namespace does not touch this computer
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/echo", "it-ran", NULL);
    const char *real = rig_program;
    char path[128];
    snprintf(path, sizeof path, "%s/run", r.folder);
    snprintf(script, sizeof script, "#!/bin/sh\nexec unshare -U --keep-caps --map-user=%d --map-group=%d sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec %s \"$@\"' x \"$@\"\n",
             geteuid(), getegid(), real);
    int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0700);
    if (write(fd, script, strlen(script)) < 0) perror(path);
    close(fd);
    rig_program = path;
    rig_launch(&r);
    rig_program = real;
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 125);
    CHECK_HAS(text, "switched off on this computer; to allow them: sysctl user.max_user_namespaces");
    CHECK(!strstr(text, "it-ran"));
}

static void only_descriptors_of_the_plan_are_passed(void) {
    static struct rig r;
    int kept = open("/etc/hostname", O_RDONLY), leaked = open("/", O_RDONLY | O_DIRECTORY);
    CHECK(kept >= 3 && leaked >= 3);
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    make_kept(&r.plan, (uint32_t)kept, 9);
    rig_command(&r, "/tools/worker", "descriptors", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_INT(strncmp(text, "descriptor 9 ", 13), 0);
    CHECK(!strstr(text + 5, "descriptor"));
    close(kept);
    close(leaked);
}

static void an_overlay_keeps_changes_apart(void) {
    static struct rig r;
    char lower[128], upper[128], work[128], command[300];
    rig_start(&r, false);
    snprintf(lower, sizeof lower, "%s/lower", r.folder);
    snprintf(upper, sizeof upper, "%s/upper", r.folder);
    snprintf(work, sizeof work, "%s/ovl", r.folder);
    snprintf(command, sizeof command, "cd %s; mkdir lower upper ovl; echo old >lower/a; [ $(id -u) != 0 ] || chown -R 301000:301000 lower upper ovl", r.folder);
    CHECK_INT(system(command), 0);
    make_overlay(&r.plan, lower, lower, upper, work);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/sh", "-c", "cat $T/lower/a; echo new >$T/lower/a; echo more >$T/lower/b; cat $T/lower/a", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK(rig_read_until(&r, "new\n", text, sizeof text, 5000));
    snprintf(command, sizeof command, "cd %s; sleep 0.1; grep -q old lower/a && grep -q new upper/a && grep -q more upper/b && [ ! -e lower/b ]", r.folder);
    CHECK_INT(system(command), 0);
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "old\nnew\n");
}

static void a_fork_bomb_ends_at_its_limit(void) {
    static struct rig r;
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    make_limit(&r.plan, RLIMIT_NPROC, 50);
    rig_command(&r, "/tools/worker", "bomb", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "Resource temporarily unavailable");
    const char *at = strstr(text, "forked ");
    CHECK(at && atoi(at + 7) < 60);
}

static void a_cgroup_holds_the_jail(void) {
    static struct rig r;
    const char *group = "/sys/fs/cgroup/unified/belljar-jail-test";
    if (geteuid() != 0 || access("/sys/fs/cgroup/unified/cgroup.procs", F_OK) != 0) {
        if (geteuid() == 0) fprintf(stderr, "not tried here: a cgroup (there is no v2 hierarchy at /sys/fs/cgroup/unified)\n");
        return;
    }
    mkdir(group, 0755);
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    make_text(&r.plan, CGROUP, group);
    rig_command(&r, "/bin/sh", "-c", "cat /proc/self/cgroup; echo ready; sleep 100", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK(rig_read_until(&r, "ready", text, sizeof text, 5000));
    CHECK_HAS(text, "0::/\n"); // its own namespace
    char command[200];
    snprintf(command, sizeof command, "[ $(wc -l <%s/cgroup.procs) -ge 3 ]", group);
    CHECK_INT(system(command), 0);
    r.supervisor = rig_connect(&r);
    rig_say(&r, "{\"type\":\"cmd.kill\"}");
    CHECK_INT(rig_finish(&r, text, sizeof text), 137);
    CHECK_INT(rmdir(group), 0);
}

const struct test launch_tests[] = {
    TEST(exit_codes_are_passed_out),
    TEST(a_command_has_nothing_left_to_give_up),
    TEST(files_are_where_the_plan_puts_them),
    TEST(a_mask_hides_its_source),
    TEST(all_end_with_the_command),
    TEST(a_step_that_fails_stops_everything),
    TEST(a_foreign_plan_is_refused),
    TEST(without_user_namespaces_nothing_runs),
    TEST(only_descriptors_of_the_plan_are_passed),
    TEST(an_overlay_keeps_changes_apart),
    TEST(a_fork_bomb_ends_at_its_limit),
    TEST(a_cgroup_holds_the_jail),
    {0},
};
