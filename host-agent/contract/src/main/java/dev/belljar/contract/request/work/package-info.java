/// Requests about the work in a sandbox.
@NullMarked
package dev.belljar.contract.request.work;

import org.jspecify.annotations.NullMarked;
