package dev.belljar.app.trash;

import dev.belljar.contract.view.TrashItem;

/// Actions on destroyed sandboxes.
public interface TrashActions {
    /// Restores it as a stopped sandbox.
    void restore(TrashItem item);

    /// Deletes it permanently, after asking.
    void discard(TrashItem item);

    /// Permanently deletes those whose deletion can lose no work, after asking.
    void empty();

    /// Opens the settings for the disk use of sandboxes.
    void storage();

    /// Opens the settings for the retention of machines.
    void retention();
}
