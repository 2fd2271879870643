/// The guest link: frames, streams and events over virtio-serial. Everything that arrives here is hostile input.
@NullMarked
package dev.belljar.agent.guest;

import org.jspecify.annotations.NullMarked;
