/// The host agent's API: HTTP, SSE and WebSocket on a Unix socket and loopback, with token, Host and Origin
/// checks.
@NullMarked
package dev.belljar.agent.api;

import org.jspecify.annotations.NullMarked;
