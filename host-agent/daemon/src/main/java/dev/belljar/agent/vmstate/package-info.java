/// A saved machine as files: its memory, its device state and the layers of its disk.
@NullMarked
package dev.belljar.agent.vmstate;

import org.jspecify.annotations.NullMarked;
