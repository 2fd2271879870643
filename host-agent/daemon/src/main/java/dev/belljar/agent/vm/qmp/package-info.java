/// QEMU's monitor protocol.
@NullMarked
package dev.belljar.agent.vm.qmp;

import org.jspecify.annotations.NullMarked;
