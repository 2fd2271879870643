/// Tests of ways into guests.
@NullMarked
package dev.belljar.agent.portforward;

import org.jspecify.annotations.NullMarked;
