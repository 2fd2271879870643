/// Responses about the programs of a sandbox, and the report of a run.
@NullMarked
package dev.belljar.contract.view.process;

import org.jspecify.annotations.NullMarked;
