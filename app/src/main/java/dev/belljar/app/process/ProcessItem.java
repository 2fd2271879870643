package dev.belljar.app.process;

import dev.belljar.contract.view.process.ProcessRow;

/// A process in the process tree: its depth, whether it has children, and whether it belongs to Belljar: a
/// script that inspects the work, or a process that one started. `terminal` is its place relative to terminals.
public record ProcessItem(ProcessRow row, int depth, boolean parent, boolean own, TerminalPlace terminal) {
    /// Returns the lasting identity of the process.
    public ProcessKey key() {
        return ProcessKey.of(row);
    }

    /// True if the process has ended.
    public boolean gone() {
        return row.ended() != null;
    }

    /// True if the process ended without a known exit code or signal: its machine was killed, or was not
    /// observed for a while.
    public boolean unseen() {
        return gone() && row.signal() == null && row.code() == null;
    }

    /// True if the process ended by a signal or with an exit code other than 0.
    public boolean failed() {
        Integer code = row.code();
        return gone() && (row.signal() != null || (code != null && code != 0));
    }
}
