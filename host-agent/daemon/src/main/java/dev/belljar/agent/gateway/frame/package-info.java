/// Ethernet frames to and from a machine, and packet capture.
@NullMarked
package dev.belljar.agent.gateway.frame;

import org.jspecify.annotations.NullMarked;
