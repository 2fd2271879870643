/// The content of a sandbox's screens while it starts and after it failed.
@NullMarked
package dev.belljar.app.readiness;

import org.jspecify.annotations.NullMarked;
