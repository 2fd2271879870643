/// Writes accepted work into the files of the user's project, and undoes that.
@NullMarked
package dev.belljar.agent.sync.worktree;

import org.jspecify.annotations.NullMarked;
