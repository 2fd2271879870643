package dev.belljar.app.trash;

import dev.belljar.contract.view.TrashItem;

/// What can be done with what was destroyed.
public interface TrashActions {
    /// Makes it a stopped sandbox again.
    void restore(TrashItem item);

    /// Deletes it for good, after asking.
    void discard(TrashItem item);

    /// Deletes for good what can lose no work, after asking.
    void empty();

    /// Shows what sandboxes take of the disk and what they may, to be changed.
    void storage();

    /// Shows for how long machines are kept, to be changed.
    void retention();
}
