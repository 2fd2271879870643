/// Tests of the machine engine; those tagged `vm` start real machines.
@NullMarked
package dev.belljar.agent.vm;

import org.jspecify.annotations.NullMarked;
