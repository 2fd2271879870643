// A jail for one test: a folder with a home, a secret and a writable place; the program under test; its supervisor.
#ifndef BELLJAR_JAIL_RIG_H
#define BELLJAR_JAIL_RIG_H

#include <stdbool.h>
#include <sys/types.h>

#include "make.h"

#define SECRET "the-secret-of-this-test"

struct rig {
    char folder[64];  // with home/, home/.ssh/key (the secret), home/open/file, work/
    char socket[80], outside[80];
    char ssh[96], key[112], open[112], work[96];
    struct maker plan;
    pid_t launcher;
    int out, in; // the jail's standard output and error; its input, or -1
    int terminal; // instead of these, the slave of a terminal; or -1
    int supervisor;
    char line[70000];
    size_t used;
};

extern const char *rig_program, *rig_tools;
extern bool rig_unmasked; // plans without the mask, to show that it is the mask that holds

// A plan without command and filter, over a new folder. `ask`: with LISTENER, and the mask asks.
void rig_start(struct rig *r, bool ask);
void rig_ids(struct maker *m);
void rig_command(struct rig *r, ...) __attribute__((sentinel));
// Starts the launcher; afterwards rig_finish.
void rig_launch(struct rig *r);
// Connects, and says cmd.supervise if wished.
int rig_connect(struct rig *r);
void rig_supervise(struct rig *r);
// The next line with this type, or NULL after so many ms; skips others.
char *rig_event(struct rig *r, const char *type, int ms);
long rig_number(const char *line, const char *key);
void rig_say(struct rig *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Waits for the launcher; its exit code. `text` gets what the jail wrote, up to size.
int rig_finish(struct rig *r, char *text, size_t size);
// The command runs in a shell; returns its code. For jails that ask nothing.
int rig_run(const char *script, int filter, char *text, size_t size);
bool rig_read_until(struct rig *r, const char *word, char *text, size_t size, int ms);
void rig_remove(struct rig *r);

#endif
