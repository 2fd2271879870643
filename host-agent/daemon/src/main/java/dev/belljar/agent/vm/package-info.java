/// The machine engine: launch plan, QEMU, its monitor, and the proof of acceleration.
@NullMarked
package dev.belljar.agent.vm;

import org.jspecify.annotations.NullMarked;
