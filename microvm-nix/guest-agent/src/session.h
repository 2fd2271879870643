// Sends signals to commands of the agent, each of which leads a session.
#ifndef BELLJAR_SESSION_H
#define BELLJAR_SESSION_H

#include <sys/types.h>

// To the leader's process group, or to the leader alone while it has none yet.
void session_signal(pid_t leader, int signal);
// To the process group in the foreground of the terminal, or else as above.
void session_signal_foreground(pid_t leader, int terminal, int signal);
// SIGKILL to every process of the session, whatever group it is in.
void session_kill(pid_t leader);

#endif
