/// Finds the project's repository and its settings without trusting them.
@NullMarked
package dev.belljar.agent.sync.project;

import org.jspecify.annotations.NullMarked;
