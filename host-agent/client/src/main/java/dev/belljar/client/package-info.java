/// The Java client of the host agent's API.
@NullMarked
package dev.belljar.client;

import org.jspecify.annotations.NullMarked;
