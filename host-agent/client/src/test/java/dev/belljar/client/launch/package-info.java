/// Tests how programs are started: by the launcher, from staged copies, and two at once.
@NullMarked
package dev.belljar.client.launch;

import org.jspecify.annotations.NullMarked;
