/// The gateway's TCP implementation: a function of segments, time and a far side, without sockets or policy.
@NullMarked
package dev.belljar.agent.tcp;

import org.jspecify.annotations.NullMarked;
