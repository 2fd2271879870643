/// Copies files out of a guest and into it without git.
@NullMarked
package dev.belljar.agent.sync.file;

import org.jspecify.annotations.NullMarked;
