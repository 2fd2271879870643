"""Asks this namespace's network stack for one thing and prints its answer: the name of the error, then the milliseconds.

usage: probe.py tcp|udp|ping|proto|dns-tcp ADDRESS [PORT]
"""
import errno
import os
import socket
import struct
import sys
import time

LIMIT = 30
kind, address = sys.argv[1:3]
port = int(sys.argv[3]) if len(sys.argv) > 3 else 0


def checksum(data):
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def tcp():
    with socket.create_connection((address, port), LIMIT):
        return "connected"


def udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.settimeout(LIMIT)
        s.connect((address, port))
        s.send(b"hello")
        return f"got {len(s.recv(1500))} bytes"


def raw(protocol, payload, takes):
    """The type and code of the first ICMP message that comes back."""
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as listener:
        listener.settimeout(LIMIT)
        with socket.socket(socket.AF_INET, socket.SOCK_RAW, protocol) as s:
            s.sendto(payload, (address, 0))
        while True:
            answer, (sender, _) = listener.recvfrom(70000)
            if takes(answer[20]):
                return f"ICMP type {answer[20]} code {answer[21]} from {sender}, {len(answer)} bytes"


def ping():
    size = port or 56
    head = struct.pack(">BBHHH", 8, 0, 0, 77, 1)
    body = bytes(i & 0xFF for i in range(size))
    total = checksum(head + body)
    return raw(socket.IPPROTO_ICMP, head[:2] + struct.pack(">H", total) + head[4:] + body, lambda t: t in (0, 3))


def proto():
    return raw(port, b"12345678", lambda t: t == 3)


def dns_tcp():
    question = b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x05asked\x04over\x03tcp\x00\x00\x01\x00\x01"
    with socket.create_connection((address, 53), LIMIT) as s:
        s.sendall(struct.pack(">H", len(question)) + question)
        got = b""
        while chunk := s.recv(1500):
            got += chunk
        return f"rcode {got[5] & 15}, {len(got)} bytes, then closed"


started = time.monotonic()
try:
    said = {"tcp": tcp, "udp": udp, "ping": ping, "proto": proto, "dns-tcp": dns_tcp}[kind]()
except TimeoutError:
    said = "TIMEOUT"
except OSError as e:
    said = errno.errorcode.get(e.errno or 0, str(e))
print(f"{said} in {(time.monotonic() - started) * 1000:.1f} ms")
