/// What the guest image promises, cut-off builds included.
@NullMarked
package dev.belljar.agent.image;

import org.jspecify.annotations.NullMarked;
