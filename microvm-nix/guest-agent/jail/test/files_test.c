// What a jail's files are: mounts of the host, masks, overlays, and whose they are.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "rig.h"

static char text[70000];

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

static void an_overlay_keeps_changes_apart(void) {
    static struct rig r;
    char lower[128], upper[128], work[128], command[300];
    rig_start(&r, false);
    snprintf(lower, sizeof lower, "%s/lower", r.folder);
    snprintf(upper, sizeof upper, "%s/upper", r.folder);
    snprintf(work, sizeof work, "%s/ovl", r.folder);
    snprintf(command, sizeof command,
             "cd %s; mkdir lower upper ovl; echo old >lower/a; [ $(id -u) != 0 ] || chown -R 301000:301000 lower upper ovl", r.folder);
    CHECK_INT(system(command), 0);
    make_overlay(&r.plan, 0, lower, lower, upper, work);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/sh", "-c", "cat $T/lower/a; echo new >$T/lower/a; echo more >$T/lower/b; cat $T/lower/a", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK(rig_read_until(&r, "new\n", text, sizeof text, 5000));
    snprintf(command, sizeof command,
             "cd %s; sleep 0.1; grep -q old lower/a && grep -q new upper/a && grep -q more upper/b && [ ! -e lower/b ]", r.folder);
    CHECK_INT(system(command), 0);
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "old\nnew\n");
}

// The whole computer, read-only and in place, with what the plan hides on top.
static void the_root_can_be_this_computers(void) {
    static struct rig r;
    rig_start(&r, false);
    buffer_free(&r.plan.records);
    r.plan.count = 0;
    rig_ids(&r.plan);
    make_mount(&r.plan, BIND, 0, "/", "/", 0);
    make_mount(&r.plan, PROC, 0, "/proc", NULL, 0);
    make_mount(&r.plan, DEV, 0, "/dev", NULL, 0);
    make_mount(&r.plan, TMPFS, 0, "/sys", NULL, 4096);
    make_mount(&r.plan, TMPFS, 0, "/run", NULL, 4096);
    make_mount(&r.plan, BIND, WRITE, r.work, r.work, 0);
    make_mount(&r.plan, MASK, 0, r.ssh, r.ssh, 0);
    make_text(&r.plan, HOSTNAME, "jail");
    make_text(&r.plan, CWD, r.work);
    make_filter(&r.plan, 0);
    char script[700];
    snprintf(script, sizeof script,
             "cat %s; cat %s; echo x >%s; ls /sys /run; echo w >w; cat w; ls /proc/sys; echo x 2>/dev/null >/x || echo ro", r.open,
             r.key, r.open);
    rig_command(&r, "/usr/bin/sh", "-c", script, NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text), 0);
    CHECK_HAS(text, "open\n");
    CHECK_HAS(text, "key: Permission denied");
    CHECK_HAS(text, "Read-only file system");
    CHECK_HAS(text, "/sys:\nw\n");
    CHECK_HAS(text, "\nro\n");
}

static void owners_can_be_mapped(void) {
    static struct rig r;
    if (geteuid() != 0) return; // by root only
    rig_start(&r, false);
    make_mount(&r.plan, BIND, MAPPED, "/etc", "/mapped", 0);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/sh", "-c", "stat -c %u /mapped/passwd /etc/passwd; cat /mapped/shadow; echo x >/mapped/x", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK_INT(rig_finish(&r, text, sizeof text) != 0, 1);
    CHECK_HAS(text, "0\n65534\n");
    CHECK_HAS(text, "shadow: Permission denied");
    CHECK_HAS(text, "Read-only");
}

// Files of root on disk are root's inside, and what the jail writes belongs to its range.
static void an_overlay_can_map_owners(void) {
    static struct rig r;
    char lower[128], upper[128], work[128], command[300];
    if (geteuid() != 0) return; // by root only
    rig_start(&r, false);
    snprintf(lower, sizeof lower, "%s/lower", r.folder);
    snprintf(upper, sizeof upper, "%s/upper", r.folder);
    snprintf(work, sizeof work, "%s/ovl", r.folder);
    snprintf(command, sizeof command,
             "cd %s; mkdir lower upper ovl; echo old >lower/a; chown 1000:1000 lower lower/a; chown 301000:301000 upper ovl", r.folder);
    CHECK_INT(system(command), 0);
    make_overlay(&r.plan, MAPPED, lower, lower, upper, work);
    make_filter(&r.plan, 0);
    rig_command(&r, "/bin/sh", "-c", "cd $T/lower; stat -c %u a; echo new >a && cat a; stat -c %u a; echo ready; sleep 20", NULL);
    rig_launch(&r);
    text[0] = 0;
    CHECK(rig_read_until(&r, "ready", text, sizeof text, 5000));
    CHECK_HAS(text, "1000\nnew\n1000\n");
    snprintf(command, sizeof command,
             "cd %s; grep -q old lower/a && [ $(stat -c %%u lower/a) = 1000 ] && [ $(stat -c %%u upper/a) = 301000 ]", r.folder);
    CHECK_INT(system(command), 0);
    kill(r.launcher, SIGTERM);
    rig_finish(&r, text, sizeof text);
}

const struct test files_tests[] = {
    TEST(files_are_where_the_plan_puts_them),
    TEST(a_mask_hides_its_source),
    TEST(an_overlay_keeps_changes_apart),
    TEST(the_root_can_be_this_computers),
    TEST(owners_can_be_mapped),
    TEST(an_overlay_can_map_owners),
    {0},
};
