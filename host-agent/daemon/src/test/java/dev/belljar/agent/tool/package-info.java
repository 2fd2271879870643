/// Tests of the programs machines get.
@NullMarked
package dev.belljar.agent.tool;

import org.jspecify.annotations.NullMarked;
