/// Answers each protocol that a guest speaks: IPv4, TCP, UDP, DNS and DHCP.
@NullMarked
package dev.belljar.agent.gateway.protocol;

import org.jspecify.annotations.NullMarked;
