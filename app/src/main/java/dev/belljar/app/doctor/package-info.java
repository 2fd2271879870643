/// The checks of the host, the guarantees of sandboxes on it, and the guest image.
@NullMarked
package dev.belljar.app.doctor;

import org.jspecify.annotations.NullMarked;
