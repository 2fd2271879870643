/// Tests of sessions: names, and a machine that answers as it likes.
@NullMarked
package dev.belljar.agent.session;

import org.jspecify.annotations.NullMarked;
