#!/bin/sh
# The launcher itself, on this kernel: an intruder in its hands reaches nothing, and whatever cannot be put in place stops it.
#   launch.sh BUILD
set -u
build=$(cd "$1" && pwd)
launcher=$build/belljar-confine
intruder=$build/intruder
work=$(mktemp -d)
sleep 600 &
victim=$!
shared=$(ipcmk -M 4096 | sed 's/.*: //')
trap 'kill $victim; ipcrm -m $shared; rm -rf "$work"' EXIT
failed=0
fail() { echo "$*" >&2; failed=1; }
mkdir "$work/own" "$work/other"
echo secret >"$work/other/disk"
echo template >"$work/given"
echo own >"$work/own/file"
chmod -R a+rwX "$work"

# `held LAYERS…`: the intruder under these reaches nothing, with sockets of this host and without any.
held() {
    tried "$@"
    tried "$@" --sockets
}

tried() {
    out=$("$launcher" "$@" --system --run "$intruder" --dev /dev/null --rw "$work/own" --ro "$work/given" -- "$intruder" "shm=$shared" \
        "modes=$work/other/disk" "cut=$work/given" "cut=$work/own/file" \
        "read=$work/other/disk" "write=$work/other/disk" "create=$work/other" "list=$work" connect=@nobody "pid=$victim" \
        tcp=22 "link=$work/own" 2>&1) || fail "under $*: $(printf '%s\n' "$out" | grep -v '^refused')"
    [ "$(cat "$work/given" "$work/own/file" | tr '\n' ' ')" = "template own " ] || fail "under $*: a file was cut short"
    [ "$(printf '%s\n' "$out" | grep -c '^refused')" -gt 70 ] || fail "under $*: the intruder did not try everything: $out"
}

# `stopped WORDS…`: the launcher runs nothing and says why.
stopped() {
    out=$("$launcher" "$@" -- "$intruder" 2>&1)
    status=$?
    [ $status -eq 125 ] && case $out in *"nothing was run"*) true ;; *) false ;; esac || fail "$*: expected 125, got $status: $out"
}

"$launcher" --probe --user 1900000000 --group 1900000000 || fail "the probe failed"
layers=$("$launcher" --probe --user 1900000000 --group 1900000000)
case $layers in *'"view":true'*) held --namespaces ;; *) echo "not tried here: namespaces" ;; esac
case $layers in
    *'"landlock":0'*) echo "not tried here: Landlock" ;;
    *) held --landlock 1 ;;
esac
case $layers in *'"view":true,"landlock":'[1-9]*) held --namespaces --landlock 1 ;; esac
case $layers in *'"ownUser":true'*) held --namespaces --env BOUNDED=yes --user 1900000001 --group 1900000000 ;; *) echo "not tried here: an own user" ;; esac

"$intruder" free "shm=$shared" "modes=$work/other/disk" | grep -c "REACHED shmat\|REACHED chmod" | grep -qx 2 || fail "a free intruder reaches neither shared memory nor modes"

"$intruder" free "cut=$work/given" | grep -c "REACHED open\|REACHED openat2" | grep -qx 4 || fail "a free intruder cannot cut a file short"
[ ! -s "$work/given" ] || fail "a free intruder did not cut a file short"

# Without the launcher it reaches plenty: the test can fail.
[ "$("$intruder" free "read=$work/other/disk" "pid=$victim" "link=$work/own" "shm=$shared" | grep -c '^REACHED')" -gt 10 ] || fail "a free intruder reaches too little"

stopped
stopped --landlock 99
stopped --namespaces --ro /nonexistent
stopped --namespaces --rw /bin
stopped --namespaces --cgroup /nonexistent/group
mkdir "$work/group"
: >"$work/group/cgroup.procs"
stopped --namespaces --cgroup "$work/group" --cgroup-limit memory.max=1
: >"$work/group/memory.max"
"$launcher" --namespaces --system --cgroup "$work/group" --cgroup-limit memory.max=77 -- true || fail "a control group that takes all was refused"
[ "$(cat "$work/group/memory.max")" = 77 ] || fail "the limit was not written"
[ "$(cat "$work/group/cgroup.procs")" = 0 ] || fail "the group was not joined"
[ $failed -eq 0 ] && echo "launch: all passed"
exit $failed
