/// Tests of virtual machines; those tagged `vm` start real ones.
@NullMarked
package dev.belljar.agent.vm;

import org.jspecify.annotations.NullMarked;
