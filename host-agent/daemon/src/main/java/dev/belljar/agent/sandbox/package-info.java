/// The life cycle of sandboxes, from creation to destruction.
@NullMarked
package dev.belljar.agent.sandbox;

import org.jspecify.annotations.NullMarked;
