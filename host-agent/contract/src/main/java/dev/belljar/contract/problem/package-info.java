/// Errors: stable codes and the RFC 9457 problem document.
@NullMarked
package dev.belljar.contract.problem;

import org.jspecify.annotations.NullMarked;
