/// The log of a sandbox: states, requirements, syncs, gaps and its console.
@NullMarked
package dev.belljar.app.log;

import org.jspecify.annotations.NullMarked;
