package dev.belljar.app.process;

/// The shell scripts that inspect a process in a sandbox or send it a signal.
///
/// `PID` and `START` (clock ticks after the boot) identify the process: a later one with the same number
/// is not touched.
public final class ProcessScript {
    /// Exits with 3 if the process has ended. Field 22 of its `stat` is its start time; the name before it
    /// may contain spaces.
    private static final String SAME = """
            same() {
                s=$(cat "/proc/$PID/stat" 2>/dev/null) || return 1
                set -- ${s##*) }
                [ "${20}" = "$START" ] && [ "$1" != Z ]
            }
            same || exit 3
            """;

    /// Sends the signal `SIGNAL`. After `TERM` and `KILL` it waits 5 s for the end; exits with 5 if the signal was not
    /// allowed, with 6 if the process still runs.
    public static final String SEND = SAME + """
            kill -s "$SIGNAL" "$PID" 2>/dev/null || { same && exit 5; exit 3; }
            case $SIGNAL in TERM|KILL) ;; *) exit 0 ;; esac
            i=0
            while [ $i -lt 25 ]; do same || exit 0; sleep 0.2; i=$((i + 1)); done
            exit 6
            """;

    /// Prints the names of the environment variables, one in each line after "E ", and the paths of the open
    /// files after "F" and the last octal digit of their flags.
    public static final String LOOK = SAME + """
            tr '\\n' ' ' <"/proc/$PID/environ" 2>/dev/null | tr '\\0' '\\n' | sed -n 's/^\\([^=]*\\)=.*/E \\1/p' | head -n 250
            for f in /proc/$PID/fd/*; do
                p=$(readlink "$f" 2>/dev/null) || continue
                case $p in /dev/*|/proc/*) continue ;; /*) ;; *) continue ;; esac
                m=$(sed -n 's/^flags:.*\\(.\\)$/\\1/p' "/proc/$PID/fdinfo/${f##*/}" 2>/dev/null)
                printf 'F%s %s\\n' "$m" "$p"
            done | head -n 250
            """;

    private ProcessScript() {}
}
