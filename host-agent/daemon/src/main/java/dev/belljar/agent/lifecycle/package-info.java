/// Creates, starts, stops, hibernates and destroys sandboxes.
@NullMarked
package dev.belljar.agent.lifecycle;

import org.jspecify.annotations.NullMarked;
