"""Starts a process whose command line cannot be read, for a minute at most. Prints its own process id, and "ready" when a
reader of that command line waits.

The kernel reads a command line from the memory of its process, with the lock of its address space. One thread holds that
lock: it reads its own memory, which is a file on a file system that never answers. Another one waits for it to change the
address space, and all further readers wait behind that one. The end of this program ends it all.
"""
import ctypes, mmap, os, select, signal, struct, sys, threading, time

INIT, LOOKUP, GETATTR, OPEN, READ, FORGET, INTERRUPT, BATCH_FORGET = 26, 1, 3, 14, 15, 2, 36, 42
ENOSYS = 38
PR_SET_PDEATHSIG = 1

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]


def attributes(inode):
    mode, size = (0o40755, 0) if inode == 1 else (0o100644, 4096)
    return struct.pack("<6Q10I", inode, size, 1, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


def answer(opcode, inode):
    if opcode == INIT:
        return struct.pack("<4I2H2I2H6I", 7, 31, 65536, 0, 12, 10, 65536, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    if opcode == LOOKUP:
        return struct.pack("<4Q2I", 2, 0, 60, 60, 0, 0) + attributes(2)
    if opcode == GETATTR:
        return struct.pack("<Q2I", 60, 0, 0) + attributes(inode)
    return struct.pack("<Q2I", 1, 0, 0) if opcode == OPEN else None


def serve(device):
    while True:
        opcode, number, inode = struct.unpack("<4xIQQ", os.read(device, 1 << 20)[:24])
        if opcode in (READ, FORGET, INTERRUPT, BATCH_FORGET):
            continue
        body = answer(opcode, inode)
        try:
            os.write(device, struct.pack("<IiQ", 16 + len(body or b""), 0 if body else -ENOSYS, number) + (body or b""))
        except OSError:
            continue    # nobody waits for this answer any more


def hold(file):
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    at = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE, file, 0)
    os.close(file)
    memory = os.open("/proc/self/mem", os.O_RDONLY)
    threading.Thread(target=os.pread, args=(memory, 1, at), daemon=True).start()
    time.sleep(1)
    # Whatever else in this thread needs memory may wait already; nothing can be printed from here on.
    libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)


def readable(process):
    """Says whether a command line can be read within three seconds, by a process that can be left behind."""
    ready, begun = os.pipe()
    reader = os.fork()
    if reader == 0:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.write(begun, b"1")
        with open("/proc/%d/cmdline" % process, "rb") as line:
            line.read()
        os.write(begun, b"2")
        os._exit(0)
    os.close(begun)
    os.read(ready, 1)
    answered = bool(select.select([ready], [], [], 3)[0])
    os.close(ready)
    os.kill(reader, signal.SIGKILL)
    if answered:
        os.waitpid(reader, 0)
    return answered


folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
device = os.open("/dev/fuse", os.O_RDWR)
options = "fd=%d,rootmode=40000,user_id=0,group_id=0" % device
if libc.mount(b"none", folder.encode(), b"fuse", 0, options.encode()) != 0:
    sys.exit("the file system cannot be mounted: " + os.strerror(ctypes.get_errno()))
threading.Thread(target=serve, args=(device,), daemon=True).start()
file = os.open(folder + "/file", os.O_RDONLY)
print(os.getpid(), flush=True)
holder = os.fork()
if holder == 0:
    os.close(device)
    hold(file)
    os._exit(0)
# At the end of this process, its files are closed before the device is: the file system could not answer.
os.close(file)
while readable(holder):
    time.sleep(0.5)
print("ready", flush=True)
time.sleep(60)
