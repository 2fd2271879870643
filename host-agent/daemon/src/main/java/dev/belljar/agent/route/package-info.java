/// Names in a browser: which sandbox and port a host name means, who may ask, Caddy, and the way into the guest.
@NullMarked
package dev.belljar.agent.route;

import org.jspecify.annotations.NullMarked;
