// Gives a resumed copy of a machine its own identity: new randomness, time, name and machine-id.
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/random.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "background.h"
#include "kinds.h"
#include "refusals.h"

#define SEED_LEAST 32
#define SEED_MOST 512
#define NAME_MOST 63
#define CLOCK_SLACK_NS 10000000
#define BOOT_ID "/proc/sys/kernel/random/boot_id"
#define OWN_BOOT_ID "/run/belljar/boot_id"
#define RESEEDED "/run/belljar/reseeded"
#define CARD "eth0"

static bool is_name(const char *name) {
    size_t n = strlen(name);
    if (n == 0 || n > NAME_MOST || name[0] == '-' || name[0] == '.') return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '-' && *name != '.') return false;
    return true;
}

static bool is_machine_id(const char *id) { return strlen(id) == 32 && strspn(id, "0123456789abcdef") == 32; }

static bool is_boot_id(const char *id) { return strlen(id) == 36 && strspn(id, "0123456789abcdef-") == 36; }

static bool is_card_address(const struct fields *f) {
    return f->length[TAG_MAC] == 6 && (f->value[TAG_MAC][0] & 1) == 0;
}

static bool reseed(const uint8_t *seed, size_t n) {
    struct {
        struct rand_pool_info info;
        uint8_t bytes[SEED_MOST];
    } pool = {.info = {.entropy_count = (int)n * 8, .buf_size = (int)n}};
    memcpy(pool.info.buf, seed, n);
    int fd = open("/dev/urandom", O_RDWR | O_CLOEXEC);
    bool done = fd >= 0 && ioctl(fd, RNDADDENTROPY, &pool) == 0 && ioctl(fd, RNDRESEEDCRNG, 0) == 0;
    int error = errno;
    if (fd >= 0) close(fd);
    explicit_bzero(&pool, sizeof pool);
    errno = error;
    return done;
}

static bool write_file(const char *path, const struct buffer *text) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return false;
    ssize_t n = write(fd, buffer_bytes(text), buffer_size(text));
    int error = n < 0 ? errno : ENOSPC;
    // Not synced, because the next start of this machine sets its identity again.
    bool whole = n == (ssize_t)buffer_size(text);
    close(fd);
    if (!whole) errno = error;
    return whole;
}

static bool write_line(const char *path, const char *line) {
    struct buffer b = {0};
    buffer_print(&b, "%s\n", line);
    bool done = write_file(path, &b);
    buffer_free(&b);
    return done;
}

// sudo resolves its own host name: without an entry it would query the network. Not essential, and impossible on
// systems where the file is read-only.
static void name_in_hosts(const char *name) {
    struct buffer b = {0};
    buffer_print(&b, "127.0.1.1\t%s\n", name);
    FILE *file = fopen("/etc/hosts", "re");
    char line[1024];
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "127.0.1.1", 9) != 0) buffer_append(&b, line, strlen(line));
    if (file && !write_file("/etc/hosts", &b)) perror("belljar-guest: /etc/hosts");
    if (file) fclose(file);
    buffer_free(&b);
}

static bool set_name(const char *name) {
    if (sethostname(name, strlen(name)) != 0) return false;
    if (!write_line("/etc/hostname", name)) perror("belljar-guest: /etc/hostname");
    name_in_hosts(name);
    return true;
}

// A correct clock is not set again: a step wakes all programs that wait for a time of day, and START has just set it.
static bool set_clock(uint64_t ns) {
    int64_t off = (int64_t)(ns - real_ns());
    if (off <= CLOCK_SLACK_NS && off >= -CLOCK_SLACK_NS) return true;
    struct timespec t = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
    return clock_settime(CLOCK_REALTIME, &t) == 0;
}

static bool is_covered(const char *path) {
    struct statfs at;
    return statfs(path, &at) == 0 && at.f_type != PROC_SUPER_MAGIC;
}

// The kernel generates its boot id once, so a copy of the machine mounts another id over it. The mounted file is
// rewritten and not mounted again, because every mount makes systemd read the whole mount table.
static bool set_boot_id(const char *id) {
    if (!write_line(OWN_BOOT_ID, id)) return false;
    return is_covered(BOOT_ID) || mount(OWN_BOOT_ID, BOOT_ID, NULL, MS_BIND, NULL) == 0;
}

static bool set_card_address(const uint8_t *address) {
    struct ifreq request = {.ifr_name = CARD, .ifr_hwaddr.sa_family = ARPHRD_ETHER};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    memcpy(request.ifr_hwaddr.sa_data, address, 6);
    bool done = ioctl(fd, SIOCSIFHWADDR, &request) == 0;
    int error = errno;
    close(fd);
    errno = error;
    return done;
}

// An error message for the request, or NULL.
static const char *complaint(const struct fields *f, const char *name, const char *id, const char *boot) {
    if (fields_have(f, TAG_SEED) && (f->length[TAG_SEED] < SEED_LEAST || f->length[TAG_SEED] > SEED_MOST))
        return "SEED is 32 to 512 bytes";
    if (name && !is_name(name)) return "HOSTNAME is 1 to 63 letters, digits, - and .";
    if (id && !is_machine_id(id)) return "HOSTID is 32 lower-case hexadecimal digits";
    if (boot && !is_boot_id(boot)) return "BOOT_ID is a UUID in lower case";
    if (fields_have(f, TAG_MAC) && !is_card_address(f)) return "MAC is 6 bytes of one station";
    if (fields_int(f, TAG_REAL_NS, 1) > INT64_MAX) return "REAL_NS is beyond all time";
    return NULL;
}

// Random numbers do not show whether they are fresh: the boot id of the reseed is stored, so that a copy that skipped
// it shows its original's id.
static bool make_random(const struct fields *f, const char *boot) {
    if (!fields_have(f, TAG_SEED)) return true;
    if (!reseed(f->value[TAG_SEED], f->length[TAG_SEED])) return false;
    return !boot || write_line(RESEEDED, boot);
}

// Another machine's list of refusals names that machine and tells what its programs did.
static bool become(const char *id) {
    char line[64] = "";
    FILE *file = fopen("/etc/machine-id", "re");
    if (file && !fgets(line, sizeof line, file)) line[0] = 0;
    if (file) fclose(file);
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, id) != 0 && unlink(REFUSALS_FILE) != 0 && errno != ENOENT) return false;
    return write_line("/etc/machine-id", id);
}

// Performs all requested steps, randomness first. Returns the failed step, or NULL.
static const char *adopt(const struct fields *f, const char *name, const char *id, const char *boot) {
    if (!make_random(f, boot)) return "reseeding";
    if (fields_have(f, TAG_REAL_NS) && !set_clock(fields_int(f, TAG_REAL_NS, 0))) return "setting the clock";
    if (name && !set_name(name)) return "setting the host name";
    if (id && !become(id)) return "writing /etc/machine-id";
    if (boot && !set_boot_id(boot)) return "setting the boot id";
    if (fields_have(f, TAG_MAC) && !set_card_address(f->value[TAG_MAC])) return "setting the network card's address";
    return NULL;
}

// One identity, and the stream that waits for it. The files lie on a disk that may be busy.
struct identity {
    uint8_t *payload;
    struct fields fields;
    char *name, *machine, *boot;
    const char *failed;    // the step
    int error;
};

struct waiting {
    struct stream stream;
    struct background adoption;
    struct identity *identity;
};

static void release_identity(void *work) {
    struct identity *i = work;
    explicit_bzero(i->payload, i->fields.size);
    free(i->payload);
    free(i->name);
    free(i->machine);
    free(i->boot);
    free(i);
}

static struct identity *identity_of(const struct fields *f) {
    struct identity *i = memory(sizeof *i);
    i->payload = (uint8_t *)text_copy(f->payload, f->size);
    if (!fields_read(&i->fields, i->payload, f->size)) abort();
    i->name = fields_text(f, TAG_HOSTNAME);
    i->machine = fields_text(f, TAG_HOSTID);
    i->boot = fields_text(f, TAG_BOOT_ID);
    return i;
}

static void run_adoption(void *work) {
    // A host that has come back asks again: the newer request must win.
    static pthread_mutex_t one_by_one = PTHREAD_MUTEX_INITIALIZER;
    struct identity *i = work;
    pthread_mutex_lock(&one_by_one);
    i->failed = adopt(&i->fields, i->name, i->machine, i->boot);
    i->error = i->failed ? errno : 0;
    pthread_mutex_unlock(&one_by_one);
}

static void let_go(struct stream *s) {
    struct waiting *w = (struct waiting *)s;
    background_leave(&w->adoption);
    free(w);
}

static void on_adopted(void *owner, uint32_t events) {
    (void)events;
    struct waiting *w = owner;
    stream_close_with(&w->stream, w->identity->error, w->identity->failed);
}

static const struct stream_kind kind = {.hangup = let_go, .release = let_go};

static void begin(struct link *link, uint32_t id, struct identity *i) {
    struct waiting *w = memory(sizeof *w);
    struct buffer none = {0};
    w->identity = i;
    stream_begin(&w->stream, link, id, &kind);
    int error = background_start(&w->adoption, link->loop, run_adoption, release_identity, i, on_adopted, w);
    if (error)
        stream_close_with(&w->stream, error, strerror(error));
    else
        stream_opened(&w->stream, &none);
}

void identity_open(struct link *link, uint32_t id, const struct fields *f) {
    struct identity *i = identity_of(f);
    const char *wrong = complaint(f, i->name, i->machine, i->boot);
    if (!wrong && !link->settings->rehearsal) {
        begin(link, id, i);
        return;
    }
    link_refuse(link, id, wrong ? EINVAL : EPERM, wrong ? wrong : "not over a test socket");
    release_identity(i);
}
