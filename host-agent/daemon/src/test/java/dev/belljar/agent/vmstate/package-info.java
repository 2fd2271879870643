/// Tests of machines as files.
@NullMarked
package dev.belljar.agent.vmstate;

import org.jspecify.annotations.NullMarked;
