/// The guest image: built once from Debian packages, cached by its inputs.
@NullMarked
package dev.belljar.agent.image;

import org.jspecify.annotations.NullMarked;
