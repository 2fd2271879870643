# Runs in the machine as the user agent: opens a tab in the session that runs the command in the script's arguments, and
# shows the tab. If there is a tab with this name already, or no command, nothing is opened.
#
# BELLJAR_SESSION is the session's name, BELLJAR_BY the program that runs it, BELLJAR_TAB the name of the tab. The script
# prints "opened" or "running"; if there is no such tab in the end, it prints nothing.
set -u
umask 022
session=$BELLJAR_SESSION
tab=$BELLJAR_TAB
by=$BELLJAR_BY
zellij=/opt/belljar/bin/zellij
export COLORTERM=truecolor TERM=xterm-256color LANG=${LANG:-C.UTF-8}
unset BELLJAR_SCRIPT BELLJAR_SESSION BELLJAR_TAB BELLJAR_BY
mkdir -p "$HOME/.cache/belljar"
# Two requests at once would open two tabs.
exec 9>"$HOME/.cache/belljar/tab.lock"
flock 9
cd /workspace 2>/dev/null || cd

act() { timeout 20 "$zellij" -s "$session" action "$@" 9>&- </dev/null; }

has() {
    case $by in
        zellij) act query-tab-names 2>/dev/null | grep -q -x -F -- "$tab" ;;
        tmux) tmux list-windows -t "=$session" -F '#{window_name}' 2>/dev/null 9>&- | grep -q -x -F -- "$tab" ;;
        *) return 1 ;;
    esac
}

# Prints an argument as a string of KDL.
quoted() { printf '"'; printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g' | awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }'; printf '"'; }

layout() {
    printf 'layout {\n    pane size=1 borderless=true { plugin location="zellij:tab-bar"; }\n'
    printf '    pane command=%s close_on_exit=true {\n' "$(quoted "$1")"
    shift
    if [ $# -gt 0 ]; then
        printf '        args'
        for word in "$@"; do printf ' %s' "$(quoted "$word")"; done
        printf '\n'
    fi
    printf '    }\n    pane size=1 borderless=true { plugin location="zellij:status-bar"; }\n}\n'
}

opened() {
    case $by in
        zellij)
            file=$(mktemp "$HOME/.cache/belljar/tab.XXXXXX") || return
            layout "$@" >"$file"
            act new-tab --layout "$file" --name "$tab" --cwd "$PWD" >/dev/null 2>&1
            # The session's server reads the file after the command has returned.
            for _ in $(seq 20); do
                has && break
                sleep 0.5
            done
            rm -f "$file" ;;
        tmux) tmux new-window -d -t "=$session:" -n "$tab" -c "$PWD" -- "$@" >/dev/null 2>&1 9>&- </dev/null ;;
    esac
    has
}

shown() {
    case $by in
        zellij) act go-to-tab-name "$tab" >/dev/null 2>&1 ;;
        tmux) tmux select-window -t "=$session:=$tab" >/dev/null 2>&1 9>&- </dev/null ;;
    esac
}

if has; then
    shown
    echo running
elif [ $# -gt 0 ] && opened "$@"; then
    shown
    echo opened
fi
