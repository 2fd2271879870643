/// What a person can start in the window: calls to the host agent on virtual threads, and how they end.
@NullMarked
package dev.belljar.app.action;

import org.jspecify.annotations.NullMarked;
