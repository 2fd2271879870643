// A command to run for the host, prepared before the fork, so that the child only makes system calls.
#ifndef BELLJAR_COMMAND_H
#define BELLJAR_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

#include "user.h"

// The base as a root of its own, in machines whose files come from somebody's image.
#define TOOLS_FOLDER "/run/belljar/tools"

struct command {
    char **argv;
    char **env;
    const char *file;      // what is run; argv[0] unless it is a login shell
    const char *cwd;       // NULL: the user's home, or / if that is missing
    struct user user;
    bool pty;
    bool tools;            // the program is one of Belljar's base, in TOOLS_FOLDER, and not one of the machine
    int in, out, err;      // what becomes 0, 1, 2
};

// A list of texts that grows; ends with NULL.
void list_add(char ***list, const char *text);

// Gives c the user of that name, argv as asked or wrapped in a login shell, and the whole environment.
// Takes over argv. False with the reason if there is no such user.
bool command_prepare(struct command *c, const char *user, char **argv, char **env, bool login, bool pty, const char **why);
void command_free(struct command *c);

// The message of a child that could not run its command, sent over the status pipe.
struct spawn_failure {
    int error;
    char what[24];
};

// Starts the command in a new session. *status gets a descriptor that is closed without data when the program runs, or
// delivers a spawn_failure. Returns the process id or -1 with errno.
pid_t command_spawn(const struct command *c, int *status);

#endif
