# Runs in the machine as the user agent: starts the session unless it runs, and prints which program provides it.
#
# BELLJAR_SESSION is the session's name. BELLJAR_TOKENS=new deletes all tokens and creates two. BELLJAR_HOLD=1 is set in
# a template, where the session's first shell waits until the machine has its own identity.
# The script prints lines "word value": by, session, web (the port of the web page, unless another program uses the
# port), token, watch. A second run changes nothing.
set -u
umask 022
name=$BELLJAR_SESSION
zellij=/opt/belljar/bin/zellij
hold=$HOME/.cache/belljar/hold
port=1F92
export COLORTERM=truecolor TERM=xterm-256color LANG=${LANG:-C.UTF-8}
unset BELLJAR_SCRIPT
mkdir -p "$HOME/.cache/belljar"
exec 9>"$HOME/.cache/belljar/session.lock"
flock 9
cd /workspace 2>/dev/null || cd

release() {
    if [ -p "$hold" ]; then
        # Opening the pipe for reading and writing does not block, even if no shell reads it. A shell that waits for a
        # line continues.
        exec 8<>"$hold"
        rm -f "$hold"
        echo >&8
        sleep 0.1
        exec 8>&-
    fi
}

runs() { pgrep -u "$(id -u)" -f "^$zellij web"; }

# Succeeds if Zellij listens on the port; another program may have opened it first.
serves() {
    while read -r _ at _ state _ _ _ _ _ inode _; do
        [ "$at $state" = "0100007F:$port 0A" ] || continue
        for pid in $(runs); do
            ls -l "/proc/$pid/fd" 2>/dev/null | grep -q "socket:\[$inode\]" && return
        done
    done </proc/net/tcp
    return 1
}

web() {
    serves && return
    "$zellij" web --start -d >/dev/null 2>&1 9>&- </dev/null
    # The command returns before the server listens. A server that cannot listen exits; one on a busy host takes seconds.
    for _ in $(seq 60); do
        serves && return
        runs >/dev/null || return 1
        sleep 0.3
    done
    return 1
}

config() {
    [ -e "$HOME/.config/zellij/config.kdl" ] || {
        mkdir -p "$HOME/.config/zellij"
        # The file is renamed into place when it is complete, because the script is killed if the host agent
        # disconnects.
        cat >"$HOME/.config/zellij/config.kdl.new" <<'KDL'
// Made by Belljar for this machine's session; yours to change.
show_startup_tips false
show_release_notes false
session_serialization false
web_sharing "on"
default_shell "/opt/belljar/bin/session-shell"
KDL
        mv "$HOME/.config/zellij/config.kdl.new" "$HOME/.config/zellij/config.kdl"
    }
}

with_zellij() {
    config
    sessions=$("$zellij" list-sessions -n -s 2>/dev/null 9>&-)
    # Zellij asks each session's server whether it runs, and omits a session whose server does not answer correctly.
    # The script asks again, because a second server of the same name would make the programs of the first one
    # unreachable. A server on a busy host answers late.
    for _ in $(seq 20); do
        [ -z "$sessions" ] && pgrep -u "$(id -u)" -f "^$zellij --server" >/dev/null || break
        sleep 0.5
        sessions=$("$zellij" list-sessions -n -s 2>/dev/null 9>&-)
    done
    first=${sessions%%
*}
    if [ -z "$sessions" ]; then
        [ -z "${BELLJAR_HOLD:-}" ] || [ -p "$hold" ] || mkfifo -m 600 "$hold"
        "$zellij" attach -b "$name" >/dev/null 2>&1 9>&- </dev/null || return 1
        first=$name
    elif [ "$first" = belljar ] && [ "$name" != belljar ]; then
        "$zellij" -s belljar action rename-session "$name" >/dev/null 2>&1 9>&- </dev/null && first=$name
    elif printf '%s\n' "$sessions" | grep -q -x -F -- "$name"; then
        first=$name
    fi
    if [ "${BELLJAR_TOKENS:-}" = new ]; then
        rm -f "$HOME/.local/share/zellij/tokens.db"
        "$zellij" web --create-token 9>&- | sed -n 's/^[a-z_0-9]*: \([0-9a-f-]\{36\}\)$/token \1/p'
        "$zellij" web --create-read-only-token 9>&- | sed -n 's/^[a-z_0-9]*: \([0-9a-f-]\{36\}\).*/watch \1/p'
    fi
    web && echo "web $((0x$port))"
    echo "session $first"
    echo 'by zellij'
}

with_tmux() {
    tmux has-session -t "=$name" 2>/dev/null 9>&- ||
        tmux new-session -d -s "$name" -c "$PWD" >/dev/null 2>&1 9>&- </dev/null || return 1
    echo "session $name"
    echo 'by tmux'
}

[ -n "${BELLJAR_HOLD:-}" ] || release
if [ -x "$zellij" ]; then
    with_zellij && exit 0
fi
if command -v tmux >/dev/null; then
    with_tmux && exit 0
fi
echo "session $name"
echo 'by shell'
