/// Reads the events that the guest reports.
@NullMarked
package dev.belljar.agent.guest.event;

import org.jspecify.annotations.NullMarked;
