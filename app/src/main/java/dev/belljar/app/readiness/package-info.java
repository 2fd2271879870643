/// What every room of a sandbox shows while it starts, and after it failed.
@NullMarked
package dev.belljar.app.readiness;

import org.jspecify.annotations.NullMarked;
