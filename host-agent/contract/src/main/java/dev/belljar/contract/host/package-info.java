/// What both sides ask of the host they run on.
@NullMarked
package dev.belljar.contract.host;

import org.jspecify.annotations.NullMarked;
