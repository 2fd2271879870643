/// A sandbox's own story: states, steps, syncs, gaps and its console.
@NullMarked
package dev.belljar.app.log;

import org.jspecify.annotations.NullMarked;
