/// Tests of the API: what it accepts, refuses and streams.
@NullMarked
package dev.belljar.agent.api;

import org.jspecify.annotations.NullMarked;
