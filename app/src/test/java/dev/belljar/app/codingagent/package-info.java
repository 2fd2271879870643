/// Tests of the dialog that starts coding agents.
@NullMarked
package dev.belljar.app.codingagent;

import org.jspecify.annotations.NullMarked;
