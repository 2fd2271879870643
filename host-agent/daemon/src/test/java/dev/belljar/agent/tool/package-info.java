/// Tests of the programs for machines.
@NullMarked
package dev.belljar.agent.tool;

import org.jspecify.annotations.NullMarked;
