/// Finds out what a project needs, and writes it as a first `.belljar/machine.toml`.
@NullMarked
package dev.belljar.client.environment;

import org.jspecify.annotations.NullMarked;
