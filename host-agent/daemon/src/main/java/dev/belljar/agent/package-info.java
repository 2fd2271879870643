/// The host agent's program: opens its parts and connects them.
@NullMarked
package dev.belljar.agent;

import org.jspecify.annotations.NullMarked;
