/// Connects to the guest agent over the virtio serial port, and keeps the connection.
@NullMarked
package dev.belljar.agent.guest.link;

import org.jspecify.annotations.NullMarked;
