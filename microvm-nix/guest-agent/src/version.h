// The agent's own version, as HELLO and --version tell it.
#ifndef BELLJAR_VERSION_H
#define BELLJAR_VERSION_H

#define AGENT_VERSION "0.1.0"

#endif
