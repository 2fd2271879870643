/// A recorded project with invented data, the same each time: shown by `belljar window --recorded`, and the
/// source of all pictures.
@NullMarked
package dev.belljar.app.recorded;

import org.jspecify.annotations.NullMarked;
