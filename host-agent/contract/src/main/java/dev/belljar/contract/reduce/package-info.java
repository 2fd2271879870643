/// Reduces events to rows: pure functions from a row and an event to the next row. The index, the host agent and the
/// clients each store the rows in their own way, and all use these functions.
@NullMarked
package dev.belljar.contract.reduce;

import org.jspecify.annotations.NullMarked;
