/// Tests of the doctor screen without drawing.
@NullMarked
package dev.belljar.app.doctor;

import org.jspecify.annotations.NullMarked;
