// What all roles share: how a step that fails ends the process, and what the launcher, the warden and init tell each other.
#ifndef BELLJAR_JAIL_H
#define BELLJAR_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The exit code if nothing was run.
enum { REFUSED = 125 };

// Prints what failed, with errno unless that is 0, and ends the process with REFUSED.
_Noreturn void die(const char *what, const char *operand);

// Where init lies inside, and which descriptors it starts with; those that the plan keeps follow.
#define INIT_PATH "/dev/.belljar-init"
enum { INIT_CONTROL = 3, INIT_PLAN = 4, INIT_KEPT = 5 };

// Between the warden and init, one message a packet, with at most four descriptors.
enum message_type {
    GO = 1,    // to the child: the maps are written
    READY,     // from init: the jail is complete
    START,     // to init: start the plan's command, id 0
    COMMAND,   // to init: start another; descriptors: input, output, error, records; first: 1 for a terminal
    RESIZE,    // to init: the terminal's rows (first) and columns (second)
    SIGNAL,    // to init: send this signal (first) to the command's group
    STARTED,   // from a command, before its filter
    LISTENER,  // from init's side: the command's listener, as a descriptor
    EXITED,    // from init: its code (first)
};

struct message {
    uint32_t type, id;
    int32_t first, second;
};

enum { PASSED_MOST = 4 };

struct passed {
    int fds[PASSED_MOST];
    size_t count;
    pid_t sender; // as this process sees it; 0 if it is not known
};

// False if the other side is gone. Descriptors that arrive are close-on-exec.
bool message_send(int socket, const struct message *message, const int *fds, size_t count);
// 1, 0 at the end, or -1 with errno.
int message_receive(int socket, struct message *message, struct passed *passed);
void passed_close(struct passed *passed);

struct plan;
int launch(const char *bytes_path, int bytes_fd);
int init_main(void);
int client_main(int argc, char **argv);
int probe_main(void);

#endif
