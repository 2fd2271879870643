/// Tests of the terminals and of what a guest's output may do.
@NullMarked
package dev.belljar.app.terminal;

import org.jspecify.annotations.NullMarked;
