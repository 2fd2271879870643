/// The machine's first program, in rooms: console (saying and failing), modules, disk, guest, net, image and
/// serve (for a root from an image), and init.c, which calls them in order.
#ifndef BELLJAR_INIT_H
#define BELLJAR_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Writes one line to the kernel log, at a level that reaches the console whatever loglevel says.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Says BELLJAR-INIT-FAILED with the reason (and errno's words, if it is set), then powers the machine off.
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Loads the modules named in the file, one a line, in that order. One that does not load is no failure here: what needed it fails.
void load_modules(const char *order);

/// Whether the root comes from somebody's image (/dev/vdc) and not from the base.
bool from_image(void);

/// Mounts the base (/dev/vda) at /base and the upper (/dev/vdb, formatted if it is blank) at /upper, and at /root the overlay of the
/// upper over the base, with the folders of container engines (/var/lib/docker and others) on the upper itself, or over the image.
void mount_root(void);

/// Makes a root that comes from an image one that a machine can run in, with this host name: real folders for mounts, names, the user
/// agent, the kernel's modules.
void take_image(const char *name);

/// Makes the base a root of its own at /run/belljar/tools, with the workspace and the devices in it, for Belljar's own scripts.
void show_tools(void);

/// Runs the machine as its first process, where systemd does not.
_Noreturn void serve(void);

/// Lays out /run of the new root: the upper and the base for the guest agent's eyes, the agent itself and, for systemd, its unit.
void place_guest(bool with_systemd);

/// Gives the machine its host name, and returns it.
const char *name_machine(void);

/// Writes the host name to the new root and, the first time, its machine-id.
void write_names(const char *name);

/// Brings up loopback and eth0 with the addresses every Belljar machine has.
void bring_up_network(void);

/// Makes the device nodes, links and mounts below /dev and /sys that udev and systemd would have made.
void make_nodes(void);

/// Starts the guest agent, in the new root, and returns its process id. systemd, which comes next in this process, inherits it as a child.
pid_t start_guest(void);

/// Writes the whole of a small file, creating it with the mode. Returns whether all of it was written.
bool write_file(const char *path, const char *text, unsigned mode);

/// Reads at most size - 1 bytes of a file as a string, without the newline at its end. Returns whether there was anything.
bool read_line(const char *path, char *text, size_t size);

#endif
