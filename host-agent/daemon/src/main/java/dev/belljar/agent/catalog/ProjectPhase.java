package dev.belljar.agent.catalog;

import org.jspecify.annotations.Nullable;

/// How far the project has come on its way into the machine.
///
/// `branch` and `base` are the branch of the project and its commit, null in a folder without them. `commit` is the
/// captured project in Belljar's own repository (see the `sync` package).
public sealed interface ProjectPhase {
    /// The branch of the project when it was captured.
    default @Nullable String branch() {
        return null;
    }

    /// The commit of the project when it was captured.
    default @Nullable String base() {
        return null;
    }

    /// The captured project, null before.
    default @Nullable String commit() {
        return null;
    }

    /// Nothing was read from the project yet.
    record NotCaptured() implements ProjectPhase {}

    /// The project was captured, and is not complete in the machine.
    record CapturedProject(
            @Nullable String branch, @Nullable String base, String commit) implements ProjectPhase {}

    /// The project is in the machine. `salvaged` is true only while the machine's disk cannot have work that the host
    /// has not fetched: from the end of a stop that salvaged the work until the machine is started again.
    record DeliveredProject(
            @Nullable String branch,
            @Nullable String base,
            @Nullable String commit,
            boolean salvaged) implements ProjectPhase {}
}
