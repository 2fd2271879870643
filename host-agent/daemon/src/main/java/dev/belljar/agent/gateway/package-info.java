/// The gateway as the host agent uses it: a user-space network stack that terminates every connection of a machine and
/// records every flow; the packages below are its parts.
@NullMarked
package dev.belljar.agent.gateway;

import org.jspecify.annotations.NullMarked;
