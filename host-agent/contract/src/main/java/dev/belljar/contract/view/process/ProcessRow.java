package dev.belljar.contract.view.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One process of a machine, running or ended.
///
/// `started` and `ended` are milliseconds since the epoch (`ended` null while it runs); `pid` and `start`
/// identify it, `ppid` and `parentStart` its parent (0 if the parent was never observed); `cpuPermille` (of one
/// CPU) and `rss` (bytes) are null once it has ended.
public record ProcessRow(
        int pid,
        int ppid,
        long start,
        long parentStart,
        int uid,
        String comm,
        @Nullable String exe,
        List<String> argv,
        @Nullable String cwd,
        long started,
        @Nullable Long ended,
        @Nullable Integer code,
        @Nullable Integer signal,
        @Nullable Integer cpuPermille,
        @Nullable Long rss) {
    public ProcessRow {
        argv = List.copyOf(argv);
    }

    /// This process as the child of another one.
    public ProcessRow withParent(int parentPid, long startOfParent) {
        return new ProcessRow(
                pid,
                parentPid,
                start,
                startOfParent,
                uid,
                comm,
                exe,
                argv,
                cwd,
                started,
                ended,
                code,
                signal,
                cpuPermille,
                rss);
    }

    /// This process with another program.
    public ProcessRow withProgram(
            int newUid, String newComm, @Nullable String newExe, List<String> newArgv, @Nullable String newCwd) {
        return new ProcessRow(
                pid,
                ppid,
                start,
                parentStart,
                newUid,
                newComm,
                newExe,
                newArgv,
                newCwd,
                started,
                ended,
                code,
                signal,
                cpuPermille,
                rss);
    }

    /// This process, ended at this time, or still running if the time is null; without figures.
    public ProcessRow withEnd(@Nullable Long at, @Nullable Integer exitCode, @Nullable Integer bySignal) {
        return new ProcessRow(
                pid, ppid, start, parentStart, uid, comm, exe, argv, cwd, started, at, exitCode, bySignal, null, null);
    }

    /// This process with these figures.
    public ProcessRow withFigures(@Nullable Integer permille, @Nullable Long memory) {
        return new ProcessRow(
                pid,
                ppid,
                start,
                parentStart,
                uid,
                comm,
                exe,
                argv,
                cwd,
                started,
                ended,
                code,
                signal,
                permille,
                memory);
    }
}
