/// Records survive everything the table beside them does not.
@NullMarked
package dev.belljar.agent.catalog;

import org.jspecify.annotations.NullMarked;
