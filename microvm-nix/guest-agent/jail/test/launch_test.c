// Jails that ask nothing: what a command finds, how it ends, and what stops the launcher.
#include <fcntl.h>
#include <sched.h>
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
// A link that an earlier jail left in its write area leads no mount elsewhere.
static void linked_target(struct rig *r) {
    char path[128];
    snprintf(path, sizeof path, "%s/link", r->work);
    if (symlink("../home", path) != 0) perror(path);
    strcat(path, "/open");
    make_mount(&r->plan, TMPFS, WRITE, path, NULL, 4096);
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
    stopped(linked_target, "/open: cannot be entered in the jail");
    stopped(wrong_device, "character device");
    stopped(wrong_cgroup, "cgroup");
    stopped(wrong_kept, "not open");
    stopped(wrong_program, "/nonexistent/program");
    stopped(wrong_control, "socket cannot be made");
    if (geteuid() != 0) stopped(map_foreign, "newuidmap");
}

static void put(const char *path, const char *value) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, value, strlen(value)) < 0) perror(path);
    close(fd);
}

// In a namespace that calls root 1000, a plan that maps 1000 maps root.
static void root_by_another_number_is_refused(void) {
    int status = -1;
    if (geteuid() != 0) return; // only root can be mapped so
    pid_t pid = fork();
    if (pid == 0) {
        if (unshare(CLONE_NEWUSER) != 0) _exit(2);
        put("/proc/self/setgroups", "deny");
        put("/proc/self/uid_map", "1000 0 1");
        put("/proc/self/gid_map", "1000 0 1");
        int code = rig_run("echo it-ran", 0, text, sizeof text);
        _exit(code == 125 && strstr(text, "root user or group of this computer") && !strstr(text, "it-ran") ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    CHECK_INT(status, 0);
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
    snprintf(script, sizeof script,
             "#!/bin/sh\nexec unshare -U --keep-caps --map-user=%d --map-group=%d "
             "sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec %s \"$@\"' x \"$@\"\n",
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

static void flags(uint32_t wished, const char *script) {
    static struct rig r;
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, 0x7fff0000U);
    rig_start(&r, false);
    r.plan.flags |= wished;
    make_record(&r.plan, FILTER, &allow, sizeof allow);
    rig_command(&r, "/bin/sh", "-c", script, NULL);
    rig_launch(&r);
    text[0] = 0;
    rig_finish(&r, text, sizeof text);
}

static void flags_change_what_they_say(void) {
    flags(0, "ls /proc/meminfo; unshare -U true || echo no-namespace");
    CHECK_HAS(text, "No such file");
    CHECK_HAS(text, "no-namespace");
    flags(FULL_PROC, "ls /proc/meminfo; echo x >/proc/sys/kernel/core_pattern");
    CHECK_HAS(text, "/proc/meminfo\n");
    CHECK_HAS(text, "core_pattern: Permission denied");
    flags(NESTED, "unshare -U true && echo namespace");
    CHECK_HAS(text, "namespace\n");
    // A sandbox inside the jail.
    flags(NESTED | FULL_PROC, "command -v bwrap || exit; bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev echo nested; cat $KEY");
    if (text[0]) CHECK_HAS(text, "nested\n");
    CHECK(!strstr(text, SECRET));
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

static void limits_are_set_for_good(void) {
    static struct rig r;
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    make_limit(&r.plan, RLIMIT_NOFILE, 40);
    make_limit(&r.plan, RLIMIT_AS, 512 << 20);
    make_limit(&r.plan, RLIMIT_FSIZE, 1 << 20);
    rig_command(&r, "/bin/sh", "-c",
                "ulimit -n; ulimit -Hn; (ulimit -n 41) || echo held; dd if=/dev/zero of=big bs=1M count=2 2>/dev/null; stat -c %s big; "
                "dd if=/dev/zero of=/dev/null bs=1G count=1",
                NULL);
    rig_launch(&r);
    text[0] = 0;
    rig_finish(&r, text, sizeof text);
    CHECK_HAS(text, "40\n40\n");
    CHECK_HAS(text, "held\n");
    CHECK_HAS(text, "1048576\n");
    CHECK_HAS(text, "memory exhausted");
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
    TEST(all_end_with_the_command),
    TEST(a_step_that_fails_stops_everything),
    TEST(root_by_another_number_is_refused),
    TEST(a_foreign_plan_is_refused),
    TEST(without_user_namespaces_nothing_runs),
    TEST(only_descriptors_of_the_plan_are_passed),
    TEST(flags_change_what_they_say),
    TEST(a_fork_bomb_ends_at_its_limit),
    TEST(limits_are_set_for_good),
    TEST(a_cgroup_holds_the_jail),
    {0},
};
