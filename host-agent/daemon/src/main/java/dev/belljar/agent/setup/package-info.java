/// Installs and sets up the accepted environment of a project in a sandbox.
@NullMarked
package dev.belljar.agent.setup;

import org.jspecify.annotations.NullMarked;
