/// Tests of sessions: names, and hostile responses of a machine.
@NullMarked
package dev.belljar.agent.session;

import org.jspecify.annotations.NullMarked;
