/// What the chain promises.
@NullMarked
package dev.belljar.agent.audit;

import org.jspecify.annotations.NullMarked;
