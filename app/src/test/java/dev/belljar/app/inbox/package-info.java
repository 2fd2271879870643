/// Tests of what the window decides about questions.
@NullMarked
package dev.belljar.app.inbox;

import org.jspecify.annotations.NullMarked;
