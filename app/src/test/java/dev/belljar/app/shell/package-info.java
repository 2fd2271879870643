/// Tests of the window's frame.
@NullMarked
package dev.belljar.app.shell;

import org.jspecify.annotations.NullMarked;
