// The programs of the observer: processes by tracepoints, files and flows by function entry and exit. No LSM is needed.
//
// An operation is reported when it has succeeded, with the path it had. What the exit of a vfs_ function does not know,
// its mount, is put aside at security_path_*, which is called before it with the full path, and found again by the task
// and the dentry. That also leaves out overlayfs at work on its layers: it calls vfs_ functions too, with other dentries.
#include "processes.h"
#include "files.h"
#include "flows.h"

char LICENSE[] SEC("license") = "GPL";
