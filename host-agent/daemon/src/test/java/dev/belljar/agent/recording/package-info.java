/// Tests of what is recorded of a sandbox.
@NullMarked
package dev.belljar.agent.recording;

import org.jspecify.annotations.NullMarked;
