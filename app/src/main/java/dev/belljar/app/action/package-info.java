/// Calls to the host agent on virtual threads, and their results.
@NullMarked
package dev.belljar.app.action;

import org.jspecify.annotations.NullMarked;
