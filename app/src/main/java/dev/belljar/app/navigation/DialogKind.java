package dev.belljar.app.navigation;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.sandbox.Snapshot;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A dialog that any part of the window can open, with its subject.
public sealed interface DialogKind {
    /// Adds a project: the folder, or the one that the user chooses if it is null.
    record AddProject(@Nullable Path folder) implements DialogKind {}

    /// All pending approvals, with the one that has this id selected; none if the id is empty.
    record ShowInbox(String approval) implements DialogKind {}

    /// The network policy of a sandbox, with a new rule for this destination unless it is empty.
    record ShowPolicy(SandboxViewState sandbox, String destination) implements DialogKind {}

    /// The SSH keys that may log in to a sandbox.
    record ShowKeys(SandboxViewState sandbox) implements DialogKind {}

    /// When the work of a sandbox is fetched, and whether it is applied without a review.
    record ShowSyncSettings(SandboxViewState sandbox) implements DialogKind {}

    /// Copies files of a sandbox to this computer: this file or folder of the workspace, or what the user enters if the
    /// path is empty.
    record DownloadFiles(SandboxViewState sandbox, String path) implements DialogKind {}

    /// Copies the artifacts of a sandbox to this computer that its project proposes.
    record DownloadArtifacts(SandboxViewState sandbox) implements DialogKind {}

    /// The environment that the project in this folder proposes, with what a coding agent needs unless `agent` is null,
    /// and its setup in a sandbox unless that is null.
    record ShowEnvironment(
            String project,
            @Nullable SandboxViewState sandbox,
            @Nullable String agent) implements DialogKind {
        public ShowEnvironment(String project, @Nullable SandboxViewState sandbox) {
            this(project, sandbox, null);
        }

        /// The environment of a sandbox's project.
        public static ShowEnvironment of(SandboxViewState sandbox) {
            return new ShowEnvironment(sandbox.reported().spec().project(), sandbox);
        }
    }

    /// The coding agents that can be started in a sandbox.
    record StartAgent(SandboxViewState sandbox) implements DialogKind {}

    /// What a push of the project's commits to a sandbox would do.
    record ShowPush(SandboxViewState sandbox) implements DialogKind {}

    /// The disk use and limits of all sandboxes, with the focus on the quota of this sandbox unless it is null.
    record ShowStorage(@Nullable SandboxViewState sandbox) implements DialogKind {}

    /// The retention settings.
    record ShowRetention() implements DialogKind {}

    /// The browsers' trust in sandbox addresses.
    record ShowTrust() implements DialogKind {}

    /// Whether a sandbox has its own identity and not that of its origin.
    record ShowIdentity(SandboxViewState sandbox) implements DialogKind {}

    /// The name and note of a new snapshot of a running sandbox.
    record TakeSnapshot(SandboxViewState sandbox) implements DialogKind {}

    /// When snapshots of a sandbox are taken automatically.
    record ShowAutomaticSnapshots(SandboxViewState sandbox) implements DialogKind {}

    /// The number and names of branches from a sandbox as it is now.
    record CreateBranch(SandboxViewState sandbox) implements DialogKind {}

    /// The number and names of branches from a snapshot.
    record BranchSnapshot(Snapshot snapshot) implements DialogKind {}
}
