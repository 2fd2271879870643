#!/bin/sh
# The tests with real jails, as the caller and, if that is root, without root as well; with the program as it is shipped, and with
# sanitizers.   run.sh BUILD [NAME]
set -u
build=$(cd "$1" && pwd)
name=${2:-}
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
    echo "$word"
    "$@" "$work/jails" "$program" "$work/tools" $name || failed=1
}

jails "as uid $(id -u):" "$work/belljar-jail"
if [ "$(id -u)" = 0 ]; then
    jails "without root:" "$work/belljar-jail" setpriv --reuid 1900000000 --regid 1900000000 --clear-groups
    if [ -z "$name" ] && [ -e "$work/asan/belljar-jail" ]; then
        FLIPS=5000 KILLS=5 jails "with sanitizers:" "$work/asan/belljar-jail"
        FLIPS=5000 KILLS=5 jails "with sanitizers, without root:" "$work/asan/belljar-jail" setpriv --reuid 1900000000 --regid 1900000000 --clear-groups
    fi
fi
exit $failed
