/// Requests about the history of a sandbox.
@NullMarked
package dev.belljar.contract.request.timeline;

import org.jspecify.annotations.NullMarked;
