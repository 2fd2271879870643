/// Tests of capture, fetch, review and accept, with real git on both sides.
@NullMarked
package dev.belljar.agent.sync.workspace;

import org.jspecify.annotations.NullMarked;
