/// What a user can start in the window: calls to the host agent on virtual threads, and messages about their results.
@NullMarked
package dev.belljar.app.action;

import org.jspecify.annotations.NullMarked;
