#include "privileges.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "jail.h"
#include "kernel.h"

void identity_enter(const struct plan *plan) {
    if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP) != 0) die("capabilities cannot be kept while the jail is made", NULL);
    // Without root the kernel forbids this, unless the ids are mapped with newgidmap: see README.md.
    if (setgroups(0, NULL) != 0 && errno != EPERM) die("groups cannot be given up", NULL);
    if (setresgid(plan->group, plan->group, plan->group) != 0 || setresuid(plan->user, plan->user, plan->user) != 0)
        die("the command's user cannot be entered", NULL);
}

void nesting_forbid(void) {
    if (!write_file("/proc/sys/user/max_user_namespaces", "0"))
        die("user namespaces cannot be forbidden in the jail", "/proc/sys/user/max_user_namespaces");
}

static void set_capabilities(uint64_t kept) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {
        {.effective = (uint32_t)kept, .permitted = (uint32_t)kept},
        {.effective = (uint32_t)(kept >> 32), .permitted = (uint32_t)(kept >> 32)},
    };
    if (syscall(SYS_capset, &header, data) != 0) die("capabilities cannot be given up", NULL);
}

void privileges_drop(void) {
    enum {
        BITS = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED |
               SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED
    };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) die("no_new_privs cannot be set", NULL);
    for (unsigned long c = 0; prctl(PR_CAPBSET_READ, c, 0, 0, 0) >= 0; c++)
        if (prctl(PR_CAPBSET_DROP, c, 0, 0, 0) != 0) die("capabilities cannot be given up", NULL);
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) die("capabilities cannot be given up", NULL);
    if (prctl(PR_SET_SECUREBITS, BITS) != 0) die("securebits cannot be locked", NULL);
    set_capabilities(0);
}

void limits_set(const struct plan *plan) {
    for (size_t i = 0; i < plan->limit_count; i++) {
        const struct limit_plan *l = &plan->limits[i];
        struct rlimit now, next = {l->soft, l->hard};
        if (getrlimit((int)l->resource, &now) != 0) die("a resource limit cannot be read", NULL);
        if (next.rlim_max > now.rlim_max) next.rlim_max = now.rlim_max;
        if (next.rlim_cur > next.rlim_max) next.rlim_cur = next.rlim_max;
        if (setrlimit((int)l->resource, &next) != 0) die("a resource limit cannot be set", NULL);
    }
}

void warden_privileges(void) {
    static const int kept[] = {CAP_SYS_ADMIN, CAP_SYS_CHROOT, CAP_SYS_PTRACE, CAP_KILL, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH,
                               CAP_SETUID, CAP_SETGID, CAP_FOWNER};
    uint64_t bits = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) bits |= (uint64_t)1 << kept[i];
    if (prctl(PR_SET_DUMPABLE, 0) != 0) die("the warden cannot be shut to debuggers", NULL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) die("no_new_privs cannot be set", NULL);
    set_capabilities(bits);
}
