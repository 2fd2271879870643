/// The disk use of sandboxes on this computer, and its limits.
@NullMarked
package dev.belljar.app.storage;

import org.jspecify.annotations.NullMarked;
