/// The gateway as the host agent uses it: a user-space network stack in which every packet of a machine ends and every
/// flow is recorded; the packages within are its parts.
@NullMarked
package dev.belljar.agent.gateway;

import org.jspecify.annotations.NullMarked;
