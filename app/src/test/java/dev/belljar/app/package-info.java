/// How the window is wired to its agent.
@NullMarked
package dev.belljar.app;

import org.jspecify.annotations.NullMarked;
