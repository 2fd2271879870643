/// The machine's first program, in rooms: console (saying and failing), modules, disk, guest, net, and init.c, which calls them in order.
#ifndef BELLJAR_INIT_H
#define BELLJAR_INIT_H

#include <stdbool.h>
#include <stddef.h>

/// Writes one line to the kernel log, at a level that reaches the console whatever loglevel says.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Says BELLJAR-INIT-FAILED with the reason (and errno's words, if it is set), then powers the machine off.
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Loads the modules named in the file, one a line, in that order. One that does not load is no failure here: what needed it fails.
void load_modules(const char *order);

/// Mounts the base (/dev/vda) at /base and the upper (/dev/vdb, formatted if it is blank) at /upper, and their overlay at /root, with
/// the folders of container engines (/var/lib/docker and others) on the upper itself.
void mount_root(void);

/// Lays out /run of the new root: the upper and the base for the guest agent's eyes, the agent itself, and its unit.
void place_guest(void);

/// Gives the new root its host name and, the first time, its machine-id.
void name_machine(void);

/// Brings up loopback and eth0 with the addresses every Belljar machine has.
void bring_up_network(void);

/// Makes the device nodes, links and mounts below /dev and /sys that udev and systemd would have made.
void make_nodes(void);

/// Starts the guest agent, in the new root. systemd, which comes next in this process, inherits it as a child.
void start_guest(void);

/// Writes the whole of a small file, creating it with the mode. Returns whether all of it was written.
bool write_file(const char *path, const char *text, unsigned mode);

/// Reads at most size - 1 bytes of a file as a string, without the newline at its end. Returns whether there was anything.
bool read_line(const char *path, char *text, size_t size);

#endif
