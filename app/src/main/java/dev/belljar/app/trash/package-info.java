/// Destroyed sandboxes, while they can be restored.
@NullMarked
package dev.belljar.app.trash;

import org.jspecify.annotations.NullMarked;
