/// Sandboxes: specification, status, states and guarantees.
@NullMarked
package dev.belljar.contract.sandbox;

import org.jspecify.annotations.NullMarked;
