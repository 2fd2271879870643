#!/bin/sh
# The tests with real jails, as the caller and, if that is root, without root as well; with the program as it is shipped, and with
# sanitizers.   run.sh BUILD [NAME]
set -u
build=$(cd "$1" && pwd)
name=${2:-}
test=
work=$(mktemp -d)
failed=0
trap 'rm -rf "$work"' EXIT
# Copied, because without root the folder of the sources may be out of reach.
cp -r "$build/belljar-jail" "$build/tools" "$build/jails" "$work/"
mkdir "$work/asan"
[ ! -e "$build/asan/belljar-jail" ] || cp "$build/asan/belljar-jail" "$work/asan/"
chmod -R a+rX "$work"
cd "$work" || exit 1

# `jails WORD PROGRAM COMMAND…`: runs the tests, after these words.
jails() {
    word=$1
    program=$2
    shift 2
    case $("$@" "$work/belljar-jail" probe) in
        *'"namespaces":true,"asking":true'*) echo "$word" ;;
        *) echo "not tried here: jails, $word $("$@" "$work/belljar-jail" probe)"; return ;;
    esac
    "$@" "$work/jails" "$program" "$work/tools" ${test:-$name} || failed=1
}

jails "as uid $(id -u):" "$work/belljar-jail"
if [ "$(id -u)" = 0 ]; then
    jails "without root:" "$work/belljar-jail" setpriv --reuid 1900000000 --regid 1900000000 --clear-groups
    # A range of ids by newuidmap, which asks for a user with a name; only this namespace sees the entry.
    if command -v newuidmap >/dev/null; then
        echo "nobody:300000:65536" >"$work/range"
        touch /etc/subuid /etc/subgid
        for test in exit_codes nothing_left files_are approved terminal_is; do
            RIG_RANGE=1 jails "with a range of ids, $test:" "$work/belljar-jail" unshare -m sh -c \
                'mount --bind "$0" /etc/subuid && mount --bind "$0" /etc/subgid && exec setpriv --reuid nobody --regid nogroup --clear-groups "$@"' "$work/range"
        done
        test=
    else
        echo "not tried here: ranges of ids (newuidmap is not installed)"
    fi
    if [ -z "$name" ] && [ -e "$work/asan/belljar-jail" ]; then
        FLIPS=5000 KILLS=5 jails "with sanitizers:" "$work/asan/belljar-jail"
        FLIPS=5000 KILLS=5 jails "with sanitizers, without root:" "$work/asan/belljar-jail" setpriv --reuid 1900000000 --regid 1900000000 --clear-groups
    fi
fi
exit $failed
