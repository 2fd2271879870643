/// What the first bytes of a connection say about whom it is meant for.
@NullMarked
package dev.belljar.agent.sniff;

import org.jspecify.annotations.NullMarked;
