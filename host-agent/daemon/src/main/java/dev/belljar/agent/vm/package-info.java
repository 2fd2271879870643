/// Virtual machines as the host agent uses them; the packages below plan, confine, start and probe QEMU.
@NullMarked
package dev.belljar.agent.vm;

import org.jspecify.annotations.NullMarked;
