package dev.belljar.app.state;

import dev.belljar.contract.view.ProcessRow;

/// A process where it stands in the tree: how deep, whether others hang below it, and whether it is
/// Belljar's own: a look at the work, or started by one.
public record ProcessItem(ProcessRow row, int depth, boolean parent, boolean own) {
    /// What names it for good.
    public ProcessKey key() {
        return ProcessKey.of(row);
    }

    /// Whether it has ended.
    public boolean gone() {
        return row.ended() != null;
    }

    /// Whether it ended and nobody saw how: its machine was killed, or lost sight of for a while.
    public boolean unseen() {
        return gone() && row.signal() == null && row.code() == null;
    }

    /// Whether it ended badly.
    public boolean failed() {
        Integer code = row.code();
        return gone() && (row.signal() != null || (code != null && code != 0));
    }
}
