/// Tests of what a machine's output may do.
@NullMarked
package dev.belljar.app.terminal;

import org.jspecify.annotations.NullMarked;
