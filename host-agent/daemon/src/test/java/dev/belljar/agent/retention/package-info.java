/// Tests of retention, trash and storage limits.
@NullMarked
package dev.belljar.agent.retention;

import org.jspecify.annotations.NullMarked;
