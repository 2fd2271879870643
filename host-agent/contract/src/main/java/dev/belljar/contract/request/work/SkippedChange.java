package dev.belljar.contract.request.work;

import java.util.List;

/// Changes of one file in an entry of a review that are not accepted: the hunks with these numbers, or all of them if
/// `hunks` is empty.
public record SkippedChange(String entry, String path, List<Integer> hunks) {
    public SkippedChange {
        hunks = List.copyOf(hunks);
    }
}
