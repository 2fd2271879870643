/// Destroyed sandboxes, for as long as they can be brought back.
@NullMarked
package dev.belljar.app.trash;

import org.jspecify.annotations.NullMarked;
