/// The disk usage of sandboxes and its limits.
@NullMarked
package dev.belljar.agent.storage;

import org.jspecify.annotations.NullMarked;
