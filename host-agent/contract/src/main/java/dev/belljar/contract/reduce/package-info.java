/// What happened, reduced to what is: pure functions from a row and an event to the next row. The index, the host agent
/// and the clients keep the rows, each in its own way, and all use these functions.
@NullMarked
package dev.belljar.contract.reduce;

import org.jspecify.annotations.NullMarked;
