/// Tests of what the window decides about policies.
@NullMarked
package dev.belljar.app.policy;

import org.jspecify.annotations.NullMarked;
