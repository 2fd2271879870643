/// Runs machines with QEMU: start, save, resume, pause and end.
@NullMarked
package dev.belljar.agent.vm.qemu;

import org.jspecify.annotations.NullMarked;
