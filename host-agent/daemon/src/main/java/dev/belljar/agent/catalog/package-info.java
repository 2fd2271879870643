/// Which sandboxes there are: one record each, written atomically.
@NullMarked
package dev.belljar.agent.catalog;

import org.jspecify.annotations.NullMarked;
