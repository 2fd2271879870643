package dev.belljar.client.house;

import dev.belljar.testing.rules.ArchitectureCheck;

/// Tests that the client follows the architecture rules, and that each of its own rules finds its planted offender.
class ClientArchitectureTest extends ArchitectureCheck {
    ClientArchitectureTest() {
        super("dev.belljar.client", ClientRules::under);
    }
}
