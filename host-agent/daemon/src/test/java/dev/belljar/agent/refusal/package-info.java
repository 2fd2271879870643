/// Tests of what a guest is told about its blocked connections.
@NullMarked
package dev.belljar.agent.refusal;

import org.jspecify.annotations.NullMarked;
