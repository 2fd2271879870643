/// WebSockets of the API: terminals, and tunnels to ports of a guest.
@NullMarked
package dev.belljar.agent.api.socket;

import org.jspecify.annotations.NullMarked;
