/// Parsers and builders for packets, bounded and without state, for frames from a hostile guest.
@NullMarked
package dev.belljar.agent.packet;

import org.jspecify.annotations.NullMarked;
