/// Built-in sample data: an invented project, the same each time. `belljar window --recorded` shows it, and all
/// pictures are drawn from it.
@NullMarked
package dev.belljar.app.recorded;

import org.jspecify.annotations.NullMarked;
