/// Whether the person's browsers trust the addresses of sandboxes, and what makes them.
@NullMarked
package dev.belljar.app.trust;

import org.jspecify.annotations.NullMarked;
