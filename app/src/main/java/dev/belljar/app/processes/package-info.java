/// The processes of a guest: a live tree, their starts and exits, and the details of one of them.
@NullMarked
package dev.belljar.app.processes;

import org.jspecify.annotations.NullMarked;
