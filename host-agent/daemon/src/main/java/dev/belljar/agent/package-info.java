/// The host agent: wiring, top to bottom.
@NullMarked
package dev.belljar.agent;

import org.jspecify.annotations.NullMarked;
