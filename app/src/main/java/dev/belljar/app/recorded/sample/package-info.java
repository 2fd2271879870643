/// Parts of the recordings that stand alone: texts of files, and a terminal that repeats what is typed.
@NullMarked
package dev.belljar.app.recorded.sample;

import org.jspecify.annotations.NullMarked;
