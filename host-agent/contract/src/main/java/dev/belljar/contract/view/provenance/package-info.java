/// Responses about who wrote the lines of a file.
@NullMarked
package dev.belljar.contract.view.provenance;

import org.jspecify.annotations.NullMarked;
