/// What the person wants: calls to the agent on virtual threads, with their outcome.
@NullMarked
package dev.belljar.app.intent;

import org.jspecify.annotations.NullMarked;
