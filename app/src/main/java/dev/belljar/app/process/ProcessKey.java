package dev.belljar.app.process;

import dev.belljar.contract.view.process.ProcessRow;

/// The lasting identity of a process: its number and its start time (nanoseconds of guest boot time).
public record ProcessKey(int pid, long start) {
    /// Returns the key of a row's process.
    public static ProcessKey of(ProcessRow row) {
        return new ProcessKey(row.pid(), row.start());
    }

    /// Returns the key of the parent of a row's process.
    static ProcessKey parent(ProcessRow row) {
        return new ProcessKey(row.ppid(), row.parentStart());
    }
}
