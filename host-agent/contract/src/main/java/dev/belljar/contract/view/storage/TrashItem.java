package dev.belljar.contract.view.storage;

import org.jspecify.annotations.Nullable;

/// A destroyed sandbox in the trash.
///
/// `id` and `name` are the sandbox's, `project` the folder it was for. `since` is when it was destroyed and
/// `until` when it is deleted automatically, null for never; both in milliseconds since the epoch. `size` is its
/// disk space in bytes. `salvage` is the ref in the host's own repository that holds its work, null for none;
/// `saved` is true if its deletion loses no work. `restorable` says whether it can be restored as a sandbox;
/// `detail` says in words what is left.
public record TrashItem(
        String id,
        String name,
        String project,
        long since,
        @Nullable Long until,
        long size,
        @Nullable String salvage,
        boolean saved,
        boolean restorable,
        String detail) {}
