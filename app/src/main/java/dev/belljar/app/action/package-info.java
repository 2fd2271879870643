/// What the person wants: calls to the agent on virtual threads, with their outcome.
@NullMarked
package dev.belljar.app.action;

import org.jspecify.annotations.NullMarked;
