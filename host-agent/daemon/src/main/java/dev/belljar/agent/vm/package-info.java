/// Virtual machines: launch plan, QEMU, its monitor, and the acceleration probe.
@NullMarked
package dev.belljar.agent.vm;

import org.jspecify.annotations.NullMarked;
