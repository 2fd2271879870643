/// The processes of a machine: a live tree, births and deaths, and one of them in detail.
@NullMarked
package dev.belljar.app.processes;

import org.jspecify.annotations.NullMarked;
