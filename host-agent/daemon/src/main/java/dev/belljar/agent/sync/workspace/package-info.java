/// Transfers workspaces with git, from capture to accepted work.
@NullMarked
package dev.belljar.agent.sync.workspace;

import org.jspecify.annotations.NullMarked;
