// Landlock: access control by the kernel without namespaces, as far as its ABI version supports.
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's numbers, because headers are often older than the kernel.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ASK_VERSION = 1, PATH_BENEATH = 1 };

#define RIGHT(bit) (UINT64_C(1) << (bit))
static const uint64_t EXECUTE = RIGHT(0), WRITE_FILE = RIGHT(1), READ_FILE = RIGHT(2), READ_DIR = RIGHT(3),
                      REMOVE_DIR = RIGHT(4), REMOVE_FILE = RIGHT(5), MAKE_DIR = RIGHT(7), MAKE_REG = RIGHT(8),
                      MAKE_SOCK = RIGHT(9), REFER = RIGHT(13), TRUNCATE = RIGHT(14), IOCTL_DEV = RIGHT(15);

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};

struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int landlock_abi(void) {
    long abi = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    return abi < 0 ? 0 : (int)abi;
}

static uint64_t known_rights(int abi) {
    int bits = abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13;
    return RIGHT(bits) - 1;
}

static uint64_t rights(enum access access) {
    switch (access) {
    case SYSTEM: return EXECUTE | READ_FILE | READ_DIR;
    case PROGRAM: return EXECUTE | READ_FILE;
    case READ: return READ_FILE | READ_DIR;
    case DEVICE: return READ_FILE | WRITE_FILE | IOCTL_DEV;
    case WRITE:
        return READ_FILE | READ_DIR | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SOCK | REFER |
               TRUNCATE;
    }
    return 0;
}

static void add_rule(int ruleset, const struct path *path, uint64_t known) {
    struct stat about;
    int nofollow = path->access == SYSTEM ? 0 : O_NOFOLLOW;
    int fd = open(path->name, O_PATH | O_CLOEXEC | nofollow);
    if (fd < 0) {
        if (path->access == SYSTEM && errno == ENOENT) {
            return;
        }
        die("cannot be opened", path->name);
    }
    if (fstat(fd, &about) != 0 || S_ISLNK(about.st_mode)) {
        errno = ELOOP;
        die("is a symbolic link", path->name);
    }
    uint64_t allowed = rights(path->access) & known;
    if (!S_ISDIR(about.st_mode)) {
        allowed &= EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV;
    }
    struct beneath rule = {allowed, fd};
    if (syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) != 0) {
        die("cannot be allowed by Landlock", path->name);
    }
    close(fd);
}

void enter_landlock(const struct plan *plan) {
    if (plan->landlock == 0) {
        return;
    }
    int abi = landlock_abi();
    errno = 0;
    if (abi < plan->landlock) {
        die("Landlock is older than requested, or is disabled", NULL);
    }
    // From ABI 4: no TCP; from ABI 6: no abstract sockets and no signals to processes outside.
    struct ruleset all = {known_rights(abi), abi >= 4 ? 3 : 0, abi >= 6 ? 3 : 0};
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int ruleset = (int)syscall(CREATE_RULESET, &all, size, 0);
    if (ruleset < 0) {
        die("Landlock cannot be set up", NULL);
    }
    for (size_t i = 0; i < plan->path_count; i++) {
        add_rule(ruleset, &plan->paths[i], all.files);
    }
    if (syscall(RESTRICT_SELF, ruleset, 0) != 0) {
        die("Landlock cannot be enforced", NULL);
    }
    close(ruleset);
}
