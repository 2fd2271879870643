/// Captures the project as it is, and delivers the capture to the guest.
@NullMarked
package dev.belljar.agent.sync.capture;

import org.jspecify.annotations.NullMarked;
