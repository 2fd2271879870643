/// The coding agents that can be started in a sandbox.
@NullMarked
package dev.belljar.app.codingagent;

import org.jspecify.annotations.NullMarked;
