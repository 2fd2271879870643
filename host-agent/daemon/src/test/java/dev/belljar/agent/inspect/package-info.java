/// Tests of TLS inspection, with real TLS on both sides.
@NullMarked
package dev.belljar.agent.inspect;

import org.jspecify.annotations.NullMarked;
