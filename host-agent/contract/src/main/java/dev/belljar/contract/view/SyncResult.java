package dev.belljar.contract.view;

import java.util.List;

/// What a sync did: `branch` of the person's repository now stands at `commit`; `files` counts the changed ones, the
/// person's own uncommitted ones among them; `withheld` lists risky paths that
/// were left at the base's content.
public record SyncResult(String branch, String commit, int files, List<String> withheld) {
    public SyncResult {
        withheld = List.copyOf(withheld);
    }
}
