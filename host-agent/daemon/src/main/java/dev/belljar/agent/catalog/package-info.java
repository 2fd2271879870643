/// The catalog of sandboxes: one record for each, written atomically.
@NullMarked
package dev.belljar.agent.catalog;

import org.jspecify.annotations.NullMarked;
