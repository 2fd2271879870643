/// What this host can do, what it would cost, and the guest image on its way.
@NullMarked
package dev.belljar.app.doctor;

import org.jspecify.annotations.NullMarked;
