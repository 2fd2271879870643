# Functions for the scripts that the host ends when they make no progress; the host puts them before the script.
# They expect the descriptor 3 and the variable workspace of the script.

# Prints the ids of all descendants of process $1 except $2, the watcher, which is itself a descendant of this script. Git
# starts filters in threads, and each thread has its own list of children.
descendants() {
    for pid in $(cat "/proc/$1/task/"*/children 2> /dev/null || :); do
        [ "$pid" != "$2" ] || continue
        echo "$pid"
        descendants "$pid" "$2"
    done
}

# Prints the CPU time that this script, the processes $1 and their finished children have used.
worked() {
    total=0
    for pid in $$ $1; do
        read -r line 2> /dev/null < "/proc/$pid/stat" || continue
        set -- ${line##*) }
        total=$((total + ${12} + ${13} + ${14} + ${15}))
    done
    echo "$total"
}

# Prints a file of the workspace that one of the processes $1 has open; if there is none, a mount point in the
# workspace, because a file system that does not respond may be what git waits for.
reading() {
    for pid in $1; do
        for descriptor in "/proc/$pid/fd/"*; do
            file=$(readlink "$descriptor" 2> /dev/null) || continue
            case $file in
                "$workspace"/.git/*) ;;
                "$workspace"/*) printf '%s' "${file#"$workspace"/}" | tr '\n' '?'; return ;;
            esac
        done
    done
    while read -r _ _ _ _ mounted _; do
        case $mounted in
            "$workspace"/*) echo "${mounted#"$workspace"/} (another file system)"; return ;;
        esac
    done < /proc/self/mountinfo
}

# Reports the file being read every two seconds while the CPU time increases, and once at the start: the host kills a
# script that prints nothing for too long.
watch() {
    own=$(exec sh -c 'echo $PPID')
    before=none
    while sleep 2 > /dev/null 2>&1 3>&- && kill -0 $$ 2> /dev/null; do
        pids=$(descendants $$ "$own")
        now=$(worked "$pids")
        [ "$now" = "$before" ] || echo "belljar-at $(reading "$pids")" >&2
        before=$now
    done
}
