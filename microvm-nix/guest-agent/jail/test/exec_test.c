// More commands in a running jail, terminals, and the socket's bounds.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "check.h"
#include "rig.h"

static char text[70000], more[70000];
static struct rig r;

// A jail that rests, so that commands can be run in it.
static void rest(bool asking) {
    rig_start(&r, asking);
    make_filter(&r.plan, asking ? WITH_NOTIFY : 0);
    rig_command(&r, "/tools/worker", "rest", NULL);
    rig_launch(&r);
    text[0] = 0;
    if (asking) {
        rig_supervise(&r);
    } else {
        r.supervisor = rig_connect(&r);
    }
}

static void end(void) {
    rig_say(&r, "{\"type\":\"cmd.kill\"}");
    CHECK_INT(rig_finish(&r, text, sizeof text), 137);
}

// Its exit code; `more` gets its output.
static int run(const char *words) {
    char command[1000];
    snprintf(command, sizeof command, "%s exec %s %s 2>&1 </dev/null", rig_program, r.socket, words);
    FILE *from = popen(command, "r");
    if (!from) return -1;
    more[fread(more, 1, sizeof more - 1, from)] = 0;
    int status = pclose(from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void another_command_is_in_the_same_jail(void) {
    char words[300];
    rest(false);
    CHECK_INT(run("--cwd /usr --env A=b -- /bin/sh -c 'pwd; echo $A; hostname; grep -h Seccomp: /proc/self/status; ps ax; cat '$KEY'; exit 9'"), 9);
    CHECK_HAS(more, "/usr\nb\njail\nSeccomp:\t2\n");
    CHECK_HAS(more, "/tools/worker rest");
    snprintf(words, sizeof words, "-- /bin/cat %s", r.key);
    CHECK_INT(run(words), 1);
    CHECK_HAS(more, "Permission denied");
    CHECK_INT(run("-- /nonexistent"), 125);
    CHECK_HAS(more, "nothing was run");
    CHECK_INT(run("-- nonexistent"), 125);
    CHECK_HAS(more, "not found in PATH");
    CHECK_INT(run("--cwd /nonexistent -- /bin/true"), 125);
    CHECK_INT(run("-- /bin/sh -c 'kill -9 $$'"), 137);
    rig_say(&r, "{\"type\":\"cmd.exec\",\"id\":5}");
    CHECK_HAS(rig_event(&r, "event.error", 5000), "four descriptors");
    end();
}

static void another_command_asks_too(void) {
    char words[300];
    rest(true);
    snprintf(words, sizeof words, "-- /bin/cat %s", r.key);
    pid_t answering = fork();
    if (answering == 0) {
        const char *line = rig_event(&r, "event.fs_request", 5000);
        rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"dir\"}", rig_number(line, "id"));
        _exit(0);
    }
    CHECK_INT(run(words), 0);
    CHECK_HAS(more, SECRET);
    waitpid(answering, NULL, 0);
    end();
}

static void many_commands_leave_nothing_behind(void) {
    rest(true);
    for (int i = 0; i < 100; i++) CHECK_INT(run("-- /tools/worker true"), 0);
    usleep(300000);
    rig_say(&r, "{\"type\":\"cmd.status\"}");
    const char *line = rig_event(&r, "event.status", 5000);
    CHECK_INT(rig_number(line, "commands"), 0);
    CHECK_INT(rig_number(line, "listeners"), 1);
    end();
}

// A terminal of this test's own, as the caller's; returns its master.
static int open_terminal(int *slave) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct winsize size = {.ws_row = 33, .ws_col = 77};
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) perror("a terminal");
    *slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    ioctl(master, TIOCSWINSZ, &size);
    return master;
}

static bool read_terminal(int master, const char *word) {
    size_t used = strlen(more);
    while (!strstr(more, word)) {
        struct pollfd wait = {master, POLLIN, 0};
        if (poll(&wait, 1, 5000) <= 0) return false;
        ssize_t n = read(master, more + used, sizeof more - 1 - used);
        if (n <= 0) return false;
        more[used += (size_t)n] = 0;
    }
    return true;
}

static pid_t run_in_terminal(int slave, const char *script) {
    pid_t pid = fork();
    if (pid != 0) return pid;
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++) dup2(slave, fd);
    execl(rig_program, rig_program, "exec", r.socket, "--terminal", "--", "/bin/sh", "-c", script, (char *)NULL);
    _exit(126);
}

static void a_terminal_is_the_jails_own(void) {
    int slave, master = open_terminal(&slave), status = 0;
    rest(false);
    more[0] = 0;
    pid_t pid = run_in_terminal(slave, "tty; echo word; read x; echo got-$x; /tools/worker size 44; ls /dev/pts; exit 4");
    CHECK(read_terminal(master, "word"));
    CHECK_HAS(more, "/dev/pts/0");
    CHECK(write(master, "hello\r", 6) == 6);
    CHECK(read_terminal(master, "got-hello"));
    struct winsize size = {.ws_row = 44, .ws_col = 88};
    ioctl(master, TIOCSWINSZ, &size);
    CHECK(read_terminal(master, "size 44 88"));
    waitpid(pid, &status, 0);
    CHECK_INT(WEXITSTATUS(status), 4);
    struct termios after;
    CHECK(tcgetattr(slave, &after) == 0 && (after.c_lflag & ECHO)); // as it was
    close(slave);
    close(master);
    end();
}

static void the_plans_command_can_have_one(void) {
    int slave, master = open_terminal(&slave);
    struct winsize size = {.ws_row = 44, .ws_col = 88};
    struct termios after;
    rig_start(&r, false);
    r.plan.flags |= TERMINAL;
    r.terminal = slave;
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/sh", "-c",
                "tty; stty size; echo word; read x; echo got-$x; /tools/worker size 44; /tools/worker descriptors; exit 6", NULL);
    rig_launch(&r);
    text[0] = more[0] = 0;
    CHECK(read_terminal(master, "word"));
    CHECK_HAS(more, "/dev/pts/0");
    CHECK_HAS(more, "33 77");
    CHECK(write(master, "hello\r", 6) == 6);
    CHECK(read_terminal(master, "got-hello"));
    ioctl(master, TIOCSWINSZ, &size);
    CHECK(read_terminal(master, "size 44 88"));
    CHECK_INT(rig_finish(&r, text, sizeof text), 6);
    CHECK(!strstr(more, "descriptor"));
    CHECK(tcgetattr(slave, &after) == 0 && (after.c_lflag & ECHO));
    close(slave);
    close(master);
}

static void interrupts_reach_a_command_in_a_terminal(void) {
    int slave, master = open_terminal(&slave), status = 0;
    rest(false);
    more[0] = 0;
    pid_t pid = run_in_terminal(slave, "echo word; sleep 20");
    CHECK(read_terminal(master, "word"));
    usleep(100000);
    CHECK(write(master, "\3", 1) == 1);
    waitpid(pid, &status, 0);
    CHECK_INT(WEXITSTATUS(status), 130);
    close(slave);
    close(master);
    end();
}

static void a_caller_that_is_gone_ends_its_command(void) {
    rest(false);
    pid_t pid = fork();
    if (pid == 0) {
        execl(rig_program, rig_program, "exec", r.socket, "--", "/bin/sleep", "100", (char *)NULL);
        _exit(126);
    }
    usleep(300000);
    CHECK_INT(run("-- /bin/sh -c 'ps ax | grep -c \"[s]leep 100\"'"), 0);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    usleep(300000);
    CHECK_INT(run("-- /bin/sh -c 'ps ax | grep \"[s]leep 100\"'"), 1);
    end();
}

static void too_long_lines_and_too_many_connections_are_refused(void) {
    int all[40];
    char *line = malloc(20000);
    rest(false);
    memset(line, 'x', 20000);
    int long_one = rig_connect(&r);
    CHECK(send(long_one, line, 20000, MSG_NOSIGNAL) > 0);
    char c[4096];
    ssize_t n;
    while ((n = read(long_one, c, sizeof c)) > 0) continue;
    CHECK(n <= 0);
    close(long_one);
    for (int i = 0; i < 40; i++) all[i] = rig_connect(&r);
    usleep(200000);
    int answered = 0;
    for (int i = 0; i < 40; i++) {
        answered += all[i] >= 0 && read(all[i], c, sizeof c) > 0;
        close(all[i]);
    }
    CHECK_INT(answered, 15); // and this test's first
    free(line);
    usleep(100000);
    end();
}

const struct test exec_tests[] = {
    TEST(another_command_is_in_the_same_jail),
    TEST(another_command_asks_too),
    TEST(many_commands_leave_nothing_behind),
    TEST(a_terminal_is_the_jails_own),
    TEST(the_plans_command_can_have_one),
    TEST(interrupts_reach_a_command_in_a_terminal),
    TEST(a_caller_that_is_gone_ends_its_command),
    TEST(too_long_lines_and_too_many_connections_are_refused),
    {0},
};
