/// Tests of the connections of terminals.
@NullMarked
package dev.belljar.app.session;

import org.jspecify.annotations.NullMarked;
