package dev.belljar.contract.view;

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
}
