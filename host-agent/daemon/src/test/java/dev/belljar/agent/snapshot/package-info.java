/// Tests of saved machines and the layers of their disks.
@NullMarked
package dev.belljar.agent.snapshot;

import org.jspecify.annotations.NullMarked;
