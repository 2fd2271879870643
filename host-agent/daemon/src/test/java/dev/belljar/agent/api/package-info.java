/// What the door lets in, refuses and streams.
@NullMarked
package dev.belljar.agent.api;

import org.jspecify.annotations.NullMarked;
