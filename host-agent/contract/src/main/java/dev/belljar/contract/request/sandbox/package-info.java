/// Requests to create, branch, stop, snapshot and destroy sandboxes.
@NullMarked
package dev.belljar.contract.request.sandbox;

import org.jspecify.annotations.NullMarked;
