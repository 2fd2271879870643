/// The gateway: a user-space network stack in which every packet of a machine ends and every flow is recorded.
@NullMarked
package dev.belljar.agent.gateway;

import org.jspecify.annotations.NullMarked;
