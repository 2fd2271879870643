/// Addresses in a browser: which sandbox and port a host name means, who may send requests, and the Caddy that
/// serves them.
@NullMarked
package dev.belljar.agent.route;

import org.jspecify.annotations.NullMarked;
