/// Runs git under limits, and reads what it prints: object names, paths, changes and contents.
@NullMarked
package dev.belljar.agent.sync.git;

import org.jspecify.annotations.NullMarked;
