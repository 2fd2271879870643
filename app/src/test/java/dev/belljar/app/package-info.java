/// Tests of the window with its host agent and the desktop.
@NullMarked
package dev.belljar.app;

import org.jspecify.annotations.NullMarked;
