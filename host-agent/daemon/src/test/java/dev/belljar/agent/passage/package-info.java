/// Tests of ways into guests.
@NullMarked
package dev.belljar.agent.passage;

import org.jspecify.annotations.NullMarked;
