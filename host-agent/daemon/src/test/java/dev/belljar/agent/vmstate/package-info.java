/// Tests of saved machines.
@NullMarked
package dev.belljar.agent.vmstate;

import org.jspecify.annotations.NullMarked;
