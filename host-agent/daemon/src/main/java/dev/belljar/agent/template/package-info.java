/// Prepares the templates of projects: sets up an accepted environment once, in a clean machine.
@NullMarked
package dev.belljar.agent.template;

import org.jspecify.annotations.NullMarked;
