# Stops or continues a process and all processes below it. Arguments: its number, its start time in clock ticks, and
# STOP or CONT. Processes that are started meanwhile are found in the next round. Exit codes: 3 if the process has ended,
# 5 if the signal is not allowed.
root=$1 start=$2 signal=$3
fields() { # sets pid, ppid and began of a line of /proc/PID/stat, whose second field can have blanks and brackets
    pid=${1%% *}
    set -- ${1##*) }
    ppid=$2 began=${20}
}
read -r line 2> /dev/null < "/proc/$root/stat" || exit 3
fields "$line"
[ "$began" = "$start" ] || exit 3
kill -s "$signal" "$root" || exit 5
tree=" $root " count=1 rounds=0
while [ $rounds -lt 20 ] && [ $count -lt 4000 ]; do
    rounds=$((rounds + 1)) before=$count
    for stat in /proc/[0-9]*/stat; do
        read -r line 2> /dev/null < "$stat" || continue
        fields "$line"
        case $tree in *" $pid "*) continue ;; esac
        case $tree in
        *" $ppid "*)
            kill -s "$signal" "$pid" 2> /dev/null
            tree="$tree$pid " count=$((count + 1))
            ;;
        esac
    done
    [ $before -ne $count ] || break
done
echo $count
