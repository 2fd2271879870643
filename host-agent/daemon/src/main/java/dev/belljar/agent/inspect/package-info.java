/// TLS inspection: ends the TLS of connections to chosen names, checks and records requests, and inserts
/// secrets.
@NullMarked
package dev.belljar.agent.inspect;

import org.jspecify.annotations.NullMarked;
