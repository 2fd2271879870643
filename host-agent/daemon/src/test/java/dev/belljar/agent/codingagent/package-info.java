/// Tests of how coding agents are started.
@NullMarked
package dev.belljar.agent.codingagent;

import org.jspecify.annotations.NullMarked;
