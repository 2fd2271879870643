/// Tests of the table's rows.
@NullMarked
package dev.belljar.app.table;

import org.jspecify.annotations.NullMarked;
