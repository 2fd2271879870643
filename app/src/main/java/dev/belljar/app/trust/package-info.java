/// The trust of the user's browsers in the addresses of sandboxes, and how to give or withdraw it.
@NullMarked
package dev.belljar.app.trust;

import org.jspecify.annotations.NullMarked;
