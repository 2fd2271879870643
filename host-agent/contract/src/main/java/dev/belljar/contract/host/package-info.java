/// What host agent and clients both read from the host's operating system.
@NullMarked
package dev.belljar.contract.host;

import org.jspecify.annotations.NullMarked;
