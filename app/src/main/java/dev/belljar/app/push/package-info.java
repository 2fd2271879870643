/// Puts the project's commits into a sandbox.
@NullMarked
package dev.belljar.app.push;

import org.jspecify.annotations.NullMarked;
