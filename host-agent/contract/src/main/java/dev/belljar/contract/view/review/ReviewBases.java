package dev.belljar.contract.view.review;

import java.util.List;

/// What the work of a sandbox can be compared with, besides its start, snapshots and other sandboxes: the first 200
/// `branches` of the project, by name. `synced` is true if some of the work was synced before, so that `last-sync`
/// differs from the start.
public record ReviewBases(List<String> branches, boolean synced) {
    public ReviewBases {
        branches = List.copyOf(branches);
    }
}
