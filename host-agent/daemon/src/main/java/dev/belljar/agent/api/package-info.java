/// The door: HTTP, SSE and WebSocket on loopback, with token, Host and Origin checks.
@NullMarked
package dev.belljar.agent.api;

import org.jspecify.annotations.NullMarked;
