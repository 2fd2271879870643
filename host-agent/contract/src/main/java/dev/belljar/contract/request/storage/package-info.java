/// Requests about disk space and retention.
@NullMarked
package dev.belljar.contract.request.storage;

import org.jspecify.annotations.NullMarked;
