"""Talks to a server through this namespace's network, and prints what came of it.

usage: client.py up|slow|down|echo|sink|pour|trips ADDRESS PORT SIZE [HOW MANY AT ONCE]
"""
import hashlib
import socket
import sys
import threading
import time

kind, address, port, size = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
many = int(sys.argv[5]) if len(sys.argv) > 5 else 1
LIMIT = 120
BLOCK = bytes((i * 31 + (i >> 8) * 7 + (i >> 16)) & 0xFF for i in range(1 << 20))


def send(s):
    left = size
    while left > 0:
        part = BLOCK[: min(left, len(BLOCK))]
        s.sendall(part)
        left -= len(part)


def drain(s):
    digest, count = hashlib.sha256(), 0
    while got := s.recv(1 << 18):
        digest.update(got)
        count += len(got)
    return digest.hexdigest(), count


def once():
    with socket.create_connection((address, port), LIMIT) as s:
        if kind == "down":
            s.sendall(b"down %d\n" % size)
            return "%s %d" % drain(s)
        if kind == "pour":
            s.sendall(b"pour %d\n" % size)
            room, count = bytearray(1 << 20), 0
            while got := s.recv_into(room):
                count += got
            return "%d" % count
        if kind == "trips":
            s.sendall(b"echo\n")
            for _ in range(size):
                s.sendall(b"x")
                s.recv(1)
            return "done"
        s.sendall(kind.encode() + b"\n")
        if kind == "sink":
            send(s)
            s.shutdown(socket.SHUT_WR)
            return s.recv(10).decode()
        if kind == "echo":
            sender = threading.Thread(target=lambda: (send(s), s.shutdown(socket.SHUT_WR)))
            sender.start()
            said = "%s %d" % drain(s)
            sender.join()
            return said
        send(s)
        s.shutdown(socket.SHUT_WR)
        expected = hashlib.sha256()
        left = size
        while left > 0:
            expected.update(BLOCK[: min(left, len(BLOCK))])
            left -= len(BLOCK)
        answer = b""
        while got := s.recv(1000):
            answer += got
        return "same" if answer.decode() == expected.hexdigest() else "other: %r" % answer


results = []


def run():
    try:
        results.append(once())
    except OSError as e:
        results.append(type(e).__name__ + ": " + str(e))


started = time.monotonic()
threads = [threading.Thread(target=run) for _ in range(many)]
for t in threads:
    t.start()
for t in threads:
    t.join()
took = time.monotonic() - started
for said in sorted(set(results)):
    print(results.count(said), "x", said)
print("%.1f MB/s in %.3f s" % (size * many / took / 1e6, took))
