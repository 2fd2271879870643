package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// A running machine as it was at one moment: memory, devices and disk.
///
/// `sandbox` and `sandboxName` name the sandbox it was taken of, `parent` the snapshot which that machine was
/// started from or which was taken of it last, null for none. `seq` is the position in that sandbox's journal,
/// `branch` and `commit` are what was checked out in `/workspace`, `work` is the commit in the host's own
/// repository that holds all its files (null if unknown), `policy` is a number for the network policy then in
/// force (unchanged as long as no preset and no rule of any scope changes). `created` is milliseconds since the
/// epoch, `pauseMillis` how long the machine was paused, `size` its size on disk in bytes. `automatic` says why
/// the host agent took it; null if a person asked for it or keeps it. Only automatic ones are deleted
/// automatically.
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
        long size,
        @Nullable SnapshotReason automatic) {
    /// This snapshot with the figures that are known once it is saved.
    public Snapshot saved(long newPauseMillis, long newSize) {
        return with(name, newPauseMillis, newSize, automatic);
    }

    /// This snapshot with another name.
    public Snapshot named(String newName) {
        return with(newName, pauseMillis, size, automatic);
    }

    /// This snapshot as one that is deleted only on request.
    public Snapshot kept() {
        return with(name, pauseMillis, size, null);
    }

    private Snapshot with(
            @Nullable String newName, long newPauseMillis, long newSize, @Nullable SnapshotReason newAutomatic) {
        return new Snapshot(
                id,
                sandbox,
                sandboxName,
                parent,
                newName,
                note,
                created,
                seq,
                branch,
                commit,
                work,
                policy,
                newPauseMillis,
                newSize,
                newAutomatic);
    }
}
