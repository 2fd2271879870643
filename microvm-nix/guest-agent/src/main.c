// belljar-guest, the guest agent: connects its parts and runs the loop.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "limits.h"
#include "link.h"
#include "observe.h"
#include "refusals.h"
#include "version.h"
#include "why.h"

#define PRIORITY (-10)

#define PORT "/dev/virtio-ports/dev.belljar.agent.0"
#define RING_FILE "/run/belljar-guest.events"

struct options {
    const char *path;
    bool socket, observe;
    const char *user, *refusals;
};

struct agent {
    struct loop loop;
    struct ring ring;
    struct link link;
    struct observer observer;
    struct settings settings;
    struct watch signals;
};

static void usage(FILE *to) {
    fputs("belljar-guest [--socket PATH | --port PATH] [--user NAME] [--refusals PATH] [--no-observe] [--version]\n"
          "  --port PATH    the virtio-serial port (default " PORT ")\n"
          "  --socket PATH  listen on a unix socket instead; leaves clock, identity and power alone\n"
          "  --user NAME    whom commands run as by default (default agent)\n"
          "  --refusals PATH the list of refusals (default " REFUSALS_FILE "; with --socket none)\n"
          "  --no-observe   report no events\n",
          to);
}

// Returns the exit code, or -1 to continue.
static int parse(struct options *o, int argc, char **argv) {
    static const struct option known[] = {
        {"socket", required_argument, NULL, 's'}, {"port", required_argument, NULL, 'p'},
        {"user", required_argument, NULL, 'u'},   {"no-observe", no_argument, NULL, 'n'},
        {"refusals", required_argument, NULL, 'r'},
        {"version", no_argument, NULL, 'v'},      {"help", no_argument, NULL, 'h'},
        {0},
    };
    *o = (struct options){.path = PORT, .observe = true, .user = "agent"};
    for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (c) {
            case 's':
            case 'p':
                o->path = optarg;
                o->socket = c == 's';
                break;
            case 'u': o->user = optarg; break;
            case 'n': o->observe = false; break;
            case 'r': o->refusals = optarg; break;
            case 'v': puts("belljar-guest " AGENT_VERSION); return 0;
            case 'h': usage(stdout); return 0;
            default: usage(stderr); return 2;
        }
    }
    if (!o->refusals && !o->socket) o->refusals = REFUSALS_FILE;
    if (optind == argc) return -1;
    usage(stderr);
    return 2;
}

// A child's descriptor 3 is its status pipe: no descriptor of the agent that a child needs may be 3 or below.
static void reserve_descriptors(void) {
    int fd;
    do fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd < 4);
    close(fd);
}

// The agent sets its own OOM score, because its parent may not: otherwise a machine out of memory would lose it.
static void survive_memory_shortage(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, "-900", 4) != 4) perror("belljar-guest: /proc/self/oom_score_adj");
    if (fd >= 0) close(fd);
}

// A page of the agent that is needed must not wait for a disk. What it has used stays in memory, about 2 MB, and no more.
static void stay_in_memory(void) {
    if (mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0) perror("belljar-guest: mlockall");
}

// Programs that use all processors must not delay the heartbeat: the host takes a silent guest for a lost one.
static void come_before_other_programs(void) {
    if (setpriority(PRIO_PROCESS, 0, PRIORITY) != 0) perror("belljar-guest: setpriority");
}

static void on_signal(void *owner, uint32_t events) {
    (void)events;
    struct agent *a = owner;
    struct signalfd_siginfo info;
    while (read(a->signals.fd, &info, sizeof info) == sizeof info)
        if (info.ssi_signo != SIGCHLD) a->loop.stop = true;
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) streams_child(&a->link.streams, pid, status);
}

static bool watch_signals(struct agent *a) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    a->signals = (struct watch){.fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC), .ready = on_signal, .owner = a};
    if (a->signals.fd < 0) return false;
    loop_watch(&a->loop, &a->signals, EPOLLIN);
    return true;
}

static void read_boot_id(char *into, size_t n) {
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, into, n - 1);
    if (fd >= 0) close(fd);
    into[got > 0 ? got : 0] = 0;
    into[strcspn(into, "\n")] = 0;
}

// Another id is mounted over the kernel's boot id once the machine has its own identity: an agent that was killed
// before, and the host, identify the boot by the id in the ring.
static void know_boot(struct agent *a, const struct options *o) {
    _Static_assert(sizeof a->settings.boot_id >= RING_BOOT, "an id fits");
    if (o->socket || !ring_boot(RING_FILE, a->settings.boot_id))
        read_boot_id(a->settings.boot_id, sizeof a->settings.boot_id);
}

static bool open_ring(struct agent *a, const struct options *o) {
    if (ring_open(&a->ring, o->socket ? NULL : RING_FILE, a->settings.boot_id, RING_BYTES)) return true;
    fprintf(stderr, "belljar-guest: %s: %s; events are kept in memory only\n", RING_FILE, strerror(errno));
    return ring_open(&a->ring, NULL, a->settings.boot_id, RING_BYTES);
}

static void flush(void *owner) { link_flush(&((struct agent *)owner)->link); }

int main(int argc, char **argv) {
    static struct agent a;
    struct options o;
    if (why_is(argv[0])) return why_main(argc, argv);
    int code = parse(&o, argc, argv);
    if (code >= 0) return code;
    reserve_descriptors();
    if (!o.socket) {
        survive_memory_shortage();
        come_before_other_programs();
        stay_in_memory();
        limits_use();
    }
    a.settings = (struct settings){
        .user = o.user,
        .rehearsal = o.socket,
        .refusals = o.refusals,
        .observes = observer_can,
        .observe = observer_set,
        .starts = observer_starts,
        .observer = &a.observer,
    };
    know_boot(&a, &o);
    a.loop.after = flush;
    a.loop.owner = &a;
    if (!loop_start(&a.loop) || !watch_signals(&a) || !open_ring(&a, &o)) {
        perror("belljar-guest: starting");
        return 1;
    }
    /* For measuring what observation costs; the host sees it in HELLO and records a gap. */
    if (access("/run/belljar/no-observe", F_OK) == 0) o.observe = false;
    a.observer.flow = link_flow;
    a.observer.owner = &a.link;
    if (o.observe) observer_start(&a.observer, &a.loop, &a.ring);
    if (!link_start(&a.link, &a.loop, &a.settings, &a.ring, o.path, o.socket)) {
        fprintf(stderr, "belljar-guest: %s: %s\n", o.path, strerror(errno));
        return 1;
    }
    loop_run(&a.loop);
    streams_hang_up(&a.link.streams);
    if (o.socket) unlink(o.path);
    return 0;
}
