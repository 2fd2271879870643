package dev.belljar.app.state;

import dev.belljar.contract.view.ProcessRow;

/// What names a process for good: its number and when it began (nanoseconds of guest boot time).
public record ProcessKey(int pid, long start) {
    /// The name of a row's process.
    public static ProcessKey of(ProcessRow row) {
        return new ProcessKey(row.pid(), row.start());
    }

    /// The name of a row's parent.
    static ProcessKey parent(ProcessRow row) {
        return new ProcessKey(row.ppid(), row.parentStart());
    }
}
