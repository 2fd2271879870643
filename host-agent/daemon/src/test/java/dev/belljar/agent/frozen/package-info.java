/// Tests of machines as files.
@NullMarked
package dev.belljar.agent.frozen;

import org.jspecify.annotations.NullMarked;
