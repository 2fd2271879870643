/// Tells who wrote the lines of a file, and writes the receipts of syncs.
@NullMarked
package dev.belljar.agent.provenance;

import org.jspecify.annotations.NullMarked;
