/// Packets as bytes: bounded parsers and builders with no state, for frames that a hostile machine wrote.
@NullMarked
package dev.belljar.agent.packet;

import org.jspecify.annotations.NullMarked;
