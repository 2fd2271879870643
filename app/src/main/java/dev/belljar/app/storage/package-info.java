/// What sandboxes take of this computer's disk, and what they may.
@NullMarked
package dev.belljar.app.storage;

import org.jspecify.annotations.NullMarked;
