// What the eBPF programs put into their ring, one struct per event, and the agent takes out. Both sides include this.
#ifndef BELLJAR_OBSERVED_H
#define BELLJAR_OBSERVED_H

#define OBSERVED_TEXTS 3
#define OBSERVED_PATH_ROOM 4608    // a path of 4,096 bytes and the component that goes beyond it
#define OBSERVED_TEXT_MOST 4096
#define OBSERVED_DATA (2 * OBSERVED_PATH_ROOM + OBSERVED_TEXT_MOST + 256)

enum observed_kind { OBSERVED_FORK = 1, OBSERVED_EXEC, OBSERVED_EXIT, OBSERVED_FILE, OBSERVED_FLOW = 11 };

enum observed_op {
    OP_CREATE = 1,
    OP_WRITE,
    OP_RENAME,
    OP_UNLINK,
    OP_MKDIR,
    OP_RMDIR,
    OP_LINK,
    OP_SYMLINK,
    OP_TRUNCATE,
    OP_CHMOD,
};

// How a text is to be read: as it is, or as the components of a path, leaf first, each ending with NUL.
// Components may also begin at the root of the machine's disk, which lies below the root that programs see.
enum observed_form { FORM_NONE, FORM_TEXT, FORM_PATH, FORM_DISK_PATH };

struct observed {
    unsigned int pid, ppid, uid, gid;
    unsigned long long mono_ns, start_ns;
    unsigned long long number;    // exit: CPU ns; write: size; flow: how many were not told of before it
    unsigned int code;            // exit: wait status; flow: the address it goes to, first byte first
    unsigned char kind, op, cut, exchange;    // op of a flow: 6 or 17
    char comm[16];
    unsigned short local_port, port;          // flow alone
    unsigned char form[OBSERVED_TEXTS];
    unsigned char contained;                  // file: neither of the root nor of the disk, in another mount namespace
    unsigned int length[OBSERVED_TEXTS];
    char data[OBSERVED_DATA];
};

#define OBSERVED_HEAD __builtin_offsetof(struct observed, data)

// What the task iterator writes for each thread group.
struct observed_task {
    unsigned int pid, kernel_thread;
    unsigned long long start_ns;
};

#endif
