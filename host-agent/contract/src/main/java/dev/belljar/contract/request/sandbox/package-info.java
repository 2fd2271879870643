/// What may be asked of a sandbox: to create, branch, stop, snapshot and destroy it.
@NullMarked
package dev.belljar.contract.request.sandbox;

import org.jspecify.annotations.NullMarked;
