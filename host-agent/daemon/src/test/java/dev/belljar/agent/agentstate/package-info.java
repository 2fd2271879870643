@NullMarked
package dev.belljar.agent.agentstate;

import org.jspecify.annotations.NullMarked;
