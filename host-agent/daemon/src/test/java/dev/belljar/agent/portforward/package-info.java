/// Tests of connections into guests.
@NullMarked
package dev.belljar.agent.portforward;

import org.jspecify.annotations.NullMarked;
