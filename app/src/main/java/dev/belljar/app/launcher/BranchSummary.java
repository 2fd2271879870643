package dev.belljar.app.launcher;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.state.WorkState;

/// A branch of a project: itself, what it has done as far as that is known, and where it came from, in words.
record BranchSummary(ProjectState project, WorkState work, String from) {}
