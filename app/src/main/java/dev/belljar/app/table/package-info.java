/// A table of many rows that change while it is read: its columns, rows, and which new rows wait above.
@NullMarked
package dev.belljar.app.table;

import org.jspecify.annotations.NullMarked;
