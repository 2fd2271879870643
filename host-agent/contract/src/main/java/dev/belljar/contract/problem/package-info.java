/// What went wrong: stable codes and the RFC 9457 document that carries them.
@NullMarked
package dev.belljar.contract.problem;

import org.jspecify.annotations.NullMarked;
