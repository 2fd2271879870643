package dev.belljar.contract.view.work;

import java.util.List;

/// The result of a sync: `branch` of the user's repository now points to `commit`; `files` counts the changed
/// files, including the user's own uncommitted ones; `withheld` lists risky paths that kept the base's content.
public record SyncResult(String branch, String commit, int files, List<String> withheld) {
    public SyncResult {
        withheld = List.copyOf(withheld);
    }
}
