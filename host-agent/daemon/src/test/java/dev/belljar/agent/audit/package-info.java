/// Tests of the audit.
@NullMarked
package dev.belljar.agent.audit;

import org.jspecify.annotations.NullMarked;
