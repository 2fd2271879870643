/// What sandboxes take of the host's disk, and what they may take.
@NullMarked
package dev.belljar.agent.storage;

import org.jspecify.annotations.NullMarked;
