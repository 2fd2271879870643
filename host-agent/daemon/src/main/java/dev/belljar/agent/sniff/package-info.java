/// Detects protocol and server name from the first bytes of a connection.
@NullMarked
package dev.belljar.agent.sniff;

import org.jspecify.annotations.NullMarked;
