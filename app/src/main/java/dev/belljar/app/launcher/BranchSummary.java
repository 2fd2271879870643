package dev.belljar.app.launcher;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.work.WorkState;

/// A branch of a project: its state, its known work, and the name of its origin as text.
record BranchSummary(SandboxViewState sandbox, WorkState work, String from) {}
