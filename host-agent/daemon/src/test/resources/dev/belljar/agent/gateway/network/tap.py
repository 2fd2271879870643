"""A machine with a real Linux stack and no VM: a TAP card in this process's network namespace, whose frames go over a
unix socket as QEMU's `-netdev stream` sends them (4-byte big-endian length, then the frame).

usage: tap.py SOCKET MAC MTU      prints "ready" and serves one connection after another until killed
"""
import fcntl
import os
import select
import socket
import struct
import subprocess
import sys

TUNSETIFF = 0x400454CA
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
path, mac, mtu = sys.argv[1:4]

tap = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", b"eth0", IFF_TAP | IFF_NO_PI))
for words in (
    ["ip", "link", "set", "lo", "up"],
    ["ip", "link", "set", "eth0", "address", mac, "mtu", mtu, "up"],
):
    subprocess.run(words, check=True)

server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
server.bind(path)
server.listen(1)
print("ready", flush=True)


def pump(link):
    waiting = b""
    while True:
        readable, _, _ = select.select([tap, link], [], [])
        if tap in readable:
            frame = os.read(tap, 70000)
            link.sendall(struct.pack(">I", len(frame)) + frame)
        if link in readable:
            got = link.recv(1 << 18)
            if not got:
                return
            waiting += got
            while len(waiting) >= 4 and len(waiting) >= 4 + int.from_bytes(waiting[:4], "big"):
                end = 4 + int.from_bytes(waiting[:4], "big")
                os.write(tap, waiting[4:end])
                waiting = waiting[end:]


while True:
    connection, _ = server.accept()
    with connection:
        try:
            pump(connection)
        except (BrokenPipeError, ConnectionResetError):
            pass
