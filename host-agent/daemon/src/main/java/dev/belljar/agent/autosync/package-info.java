/// Fetches the work of sandboxes for review by itself, and says whether work waits.
@NullMarked
package dev.belljar.agent.autosync;

import org.jspecify.annotations.NullMarked;
