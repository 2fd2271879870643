/// What a project needs in its sandboxes, as it proposes it in `.belljar/machine.toml`.
@NullMarked
package dev.belljar.contract.environment;

import org.jspecify.annotations.NullMarked;
