package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// A running machine as it was at one moment: memory, devices and disk.
///
/// `sandbox` and `sandboxName` say whose it was, `parent` the snapshot that machine had come from or had taken
/// last, null for none. `seq` is the place in that sandbox's journal, `branch` and `commit` what was checked out in
/// `/workspace`, `work` the commit in the host's own repository that holds all its files (null when unknown),
/// `policy` a number for the network policy then in force (the same as long as no preset and no rule of any scope is
/// another). `created` is milliseconds since the epoch, `pauseMillis` how long the machine stood still, `size` what it
/// takes up in bytes.
public record Snapshot(
        String id,
        String sandbox,
        String sandboxName,
        @Nullable String parent,
        @Nullable String name,
        @Nullable String note,
        long created,
        long seq,
        @Nullable String branch,
        @Nullable String commit,
        @Nullable String work,
        int policy,
        long pauseMillis,
        long size) {
    /// With what is known once it is saved.
    public Snapshot saved(long newPauseMillis, long newSize) {
        return new Snapshot(
                id,
                sandbox,
                sandboxName,
                parent,
                name,
                note,
                created,
                seq,
                branch,
                commit,
                work,
                policy,
                newPauseMillis,
                newSize);
    }
}
