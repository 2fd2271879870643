/// Tests of files that are copied without git.
@NullMarked
package dev.belljar.agent.sync.file;

import org.jspecify.annotations.NullMarked;
