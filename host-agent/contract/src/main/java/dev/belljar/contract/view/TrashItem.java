package dev.belljar.contract.view;

import org.jspecify.annotations.Nullable;

/// A destroyed sandbox, for as long as it can be brought back.
///
/// `id` and `name` are the sandbox's, `project` the folder it was for. `since` says when it was destroyed and
/// `until` when it goes by itself, null for never; both in milliseconds since the epoch. `size` is what it takes up
/// in bytes. `salvage` is the ref in the host's own repository that has its work, null for none; `saved` is true
/// when nothing that is only here can be lost with it. `restorable` says whether it can be a sandbox again;
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
