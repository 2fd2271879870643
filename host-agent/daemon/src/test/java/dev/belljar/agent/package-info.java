/// Rules of the whole host agent.
@NullMarked
package dev.belljar.agent;

import org.jspecify.annotations.NullMarked;
