// An intruder in the jail reaches only what is listed here.
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "rig.h"

static char text[70000];

// What is accepted. Netlink: programs list addresses with it, and in a network namespace with loopback only there is nothing to change
// without capabilities.
static const char *const accepted[] = {"open netlink\n"};

struct host {
    pid_t process;
    int tcp, port, abstract, path, shm;
    char name[64];
};

static void open_host(struct host *h, const char *folder) {
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un named = {.sun_family = AF_UNIX};
    socklen_t n = sizeof any;
    h->process = fork();
    if (h->process == 0) {
        pause();
        _exit(0);
    }
    h->tcp = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_INT(bind(h->tcp, (struct sockaddr *)&any, n) | listen(h->tcp, 8) | getsockname(h->tcp, (struct sockaddr *)&any, &n), 0);
    h->port = ntohs(any.sin_port);
    snprintf(h->name, sizeof h->name, "belljar-jail-test-%d", getpid());
    h->abstract = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    strcpy(named.sun_path + 1, h->name);
    n = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(h->name) + 1);
    CHECK_INT(bind(h->abstract, (struct sockaddr *)&named, n) | listen(h->abstract, 8), 0);
    h->path = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(named.sun_path, sizeof named.sun_path, "%s/outside/socket", folder);
    CHECK_INT(bind(h->path, (struct sockaddr *)&named, sizeof named) | listen(h->path, 8), 0);
    chmod(named.sun_path, 0777);
    h->shm = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0666);
}

static void close_host(struct host *h) {
    kill(h->process, SIGKILL);
    waitpid(h->process, NULL, 0);
    close(h->tcp);
    close(h->abstract);
    close(h->path);
    shmctl(h->shm, IPC_RMID, NULL);
}

static void put_arguments(char words[4][80], const struct host *h) {
    snprintf(words[0], 80, "pid=%d", h->process);
    snprintf(words[1], 80, "tcp=%d", h->port);
    snprintf(words[2], 80, "abstract=%s", h->name);
    snprintf(words[3], 80, "shm=%d", h->shm);
}

static size_t count(const char *word) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) n++;
    return n;
}

static void intrude(int filter, bool terminal) {
    static struct rig r;
    struct host host;
    char words[4][80], rooted[200];
    rig_start(&r, false);
    if (terminal) r.plan.flags |= TERMINAL;
    open_host(&host, r.folder);
    put_arguments(words, &host);
    snprintf(rooted, sizeof rooted, "ROOTED=/proc/self/root%s", r.key);
    make_text(&r.plan, ENV, rooted);
    make_filter(&r.plan, filter);
    rig_command(&r, "/tools/intruder", words[0], words[1], words[2], words[3], NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    close_host(&host);
    char *to = text; // a terminal ends lines with two characters
    for (const char *from = text; *from; from++)
        if (*from != '\r') *to++ = *from;
    *to = 0;
    CHECK(count("refused ") > 95);
}

static void check_accepted(void) {
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) CHECK_HAS(text, accepted[i]);
    if (count("open ") == sizeof accepted / sizeof *accepted) return;
    check_failures++;
    for (char *at = text; (at = strstr(at, "open ")); at++) fprintf(stderr, "reached: %.*s\n", (int)strcspn(at, "\n"), at);
}

static void an_intruder_reaches_only_what_is_accepted(void) {
    intrude(0, false);
    check_accepted();
}

static void so_does_one_with_a_terminal(void) {
    intrude(0, true);
    check_accepted();
}

// Debuggers are allowed inside: init and the warden stay out of reach.
static void so_does_one_that_may_debug(void) {
    intrude(WITH_DEBUG, false);
    check_accepted();
}

// Even a filter that lets everything through leaves namespaces, mounts and identities; the list shows what the filter alone holds.
static void without_a_filter_little_more_is_open(void) {
    static struct rig r;
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, 0x7fff0000U);
    rig_start(&r, false);
    make_record(&r.plan, FILTER, &allow, sizeof allow);
    rig_command(&r, "/tools/intruder", "tcp=1", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    static const char *const held[] = {"refused unshare-user", "refused clone-user", "refused clone3-user", "refused mount\n",
                                       "refused umount-mask", "refused unset-readonly", "refused open-tree", "refused chroot",
                                       "refused setns-init", "refused ptrace-init", "refused read-init", "refused getfd-init",
                                       "refused capset", "refused securebits", "refused bpf", "refused secret\n", "refused kill-init",
                                       "refused host-tcp", "refused abstract", "refused mknod-char", "refused raw\n",
                                       "refused setuid-0", "refused /proc/kallsyms", "refused symlink-secret"};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) CHECK_HAS(text, held[i]);
}

// The tests above can fail: outside a jail, without root, the same program reaches plenty.
static void a_free_intruder_reaches_plenty(void) {
    static struct rig r;
    struct host host;
    char words[4][80], command[900];
    if (geteuid() == 0) return; // it would restart this computer
    rig_start(&r, false);
    open_host(&host, r.folder);
    put_arguments(words, &host);
    snprintf(command, sizeof command,
             "cd %s; T=%s KEY=%s ROOTED=/proc/self/root%s timeout 60 %s/intruder %s %s %s %s 5</ >%s/said 2>&1", r.work, r.folder,
             r.key, r.key, rig_tools, words[0], words[1], words[2], words[3], r.folder);
    CHECK_INT(system(command), 0);
    snprintf(command, sizeof command, "%s/said", r.folder);
    FILE *said = fopen(command, "r");
    text[said ? fread(text, 1, sizeof text - 1, said) : 0] = 0;
    if (said) fclose(said);
    close_host(&host);
    rig_remove(&r);
    CHECK(count("open ") > 20);
    CHECK_HAS(text, "open secret\n");
    CHECK_HAS(text, "open host-tcp");
    CHECK_HAS(text, "open abstract");
    CHECK_HAS(text, "open outside-socket");
    CHECK_HAS(text, "open inherited-descriptor");
}

// The same user outside the jail cannot look into its warden either.
static void the_warden_is_shut_to_debuggers(void) {
    static struct rig r;
    char path[64];
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/sh", "-c", "echo ready; sleep 20", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK(rig_read_until(&r, "ready", text, sizeof text, 5000));
    snprintf(path, sizeof path, "/proc/%d/mem", r.launcher);
    if (geteuid() != 0) CHECK(open(path, O_RDONLY | O_CLOEXEC) < 0);
    snprintf(path, sizeof path, "/proc/%d/status", r.launcher);
    FILE *status = fopen(path, "r");
    char about[4096] = "";
    about[status ? fread(about, 1, sizeof about - 1, status) : 0] = 0;
    if (status) fclose(status);
    CHECK_HAS(about, "NoNewPrivs:\t1");
    CHECK_HAS(about, "Threads:\t1");
    kill(r.launcher, SIGTERM);
    CHECK_INT(rig_finish(&r, text, sizeof text), 137);
}

// A second listener would let a command answer for itself: EBUSY, whatever the filter says.
static void a_second_listener_is_refused(void) {
    static struct rig r;
    rig_start(&r, true);
    make_filter(&r.plan, WITH_NOTIFY | WITH_LISTENERS);
    rig_command(&r, "/tools/intruder", "pid=4000000", NULL);
    rig_launch(&r);
    rig_supervise(&r);
    text[0] = 0;
    for (const char *line; (line = rig_event(&r, "event.fs_request", 3000));)
        rig_say(&r, "{\"type\":\"cmd.deny\",\"id\":%ld}", rig_number(line, "id"));
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "refused second-listener");
    check_accepted();
}

const struct test escape_tests[] = {
    TEST(an_intruder_reaches_only_what_is_accepted),
    TEST(so_does_one_with_a_terminal),
    TEST(so_does_one_that_may_debug),
    TEST(without_a_filter_little_more_is_open),
    TEST(a_free_intruder_reaches_plenty),
    TEST(the_warden_is_shut_to_debuggers),
    TEST(a_second_listener_is_refused),
    {0},
};
