package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.WorkPicture;

/// A branch of a project: itself, what it has done as far as that is known, and where it came from, in words.
record Offshoot(ProjectPicture project, WorkPicture work, String from) {}
