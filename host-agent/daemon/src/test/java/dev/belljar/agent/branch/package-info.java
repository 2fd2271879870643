/// Tests of snapshots and branches.
@NullMarked
package dev.belljar.agent.branch;

import org.jspecify.annotations.NullMarked;
