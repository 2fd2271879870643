/// Compares and merges the contents of files line by line.
@NullMarked
package dev.belljar.agent.sync.text;

import org.jspecify.annotations.NullMarked;
