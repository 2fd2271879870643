/// The frames of the guest link, their fields, and the queue in which they wait to be sent.
@NullMarked
package dev.belljar.agent.guest.frame;

import org.jspecify.annotations.NullMarked;
