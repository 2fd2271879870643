/// Connections that are looked into, with real TLS on both sides.
@NullMarked
package dev.belljar.agent.inspect;

import org.jspecify.annotations.NullMarked;
