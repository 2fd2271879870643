/// Responses about the history of a sandbox on one time axis.
@NullMarked
package dev.belljar.contract.view.timeline;

import org.jspecify.annotations.NullMarked;
