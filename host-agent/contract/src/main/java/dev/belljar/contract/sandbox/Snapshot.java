package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// A running machine as it was at one moment: memory, devices and disk.
///
/// `sandbox` and `sandboxName` name the sandbox it was taken of, `parent` the snapshot which that machine was
/// started from or which was taken of it last, null for none. `seq` is the position in that sandbox's journal,
/// `branch` and `commit` are what was checked out in `/workspace`, `work` is the commit in the host's own
/// repository that holds all its files (null if unknown), `policy` is a number for the network policy then in
/// force (unchanged as long as no preset and no rule of any scope changes). `created` is milliseconds since the
/// epoch, `pauseMillis` how long the machine was paused, `size` its size on disk in bytes.
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
    /// This snapshot with the figures that are known once it is saved.
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
