/// Tests of the project's way in and the work's way out, with real git on both sides.
@NullMarked
package dev.belljar.agent.sync;

import org.jspecify.annotations.NullMarked;
