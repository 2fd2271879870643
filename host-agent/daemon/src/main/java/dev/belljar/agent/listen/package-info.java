/// The API's listeners: the Unix socket and loopback TCP, with limits on what their clients can use of the host
/// agent.
@NullMarked
package dev.belljar.agent.listen;

import org.jspecify.annotations.NullMarked;
