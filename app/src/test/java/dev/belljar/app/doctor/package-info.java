/// Tests of the doctor that draw nothing.
@NullMarked
package dev.belljar.app.doctor;

import org.jspecify.annotations.NullMarked;
