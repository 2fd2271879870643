@NullMarked
package dev.belljar.agent.sync.worktree;

import org.jspecify.annotations.NullMarked;
