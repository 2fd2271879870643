package dev.belljar.app.house;

import dev.belljar.testing.rules.ArchitectureCheck;

/// Tests that the window follows the architecture rules, and that each of its own rules finds its planted offender.
class WindowArchitectureTest extends ArchitectureCheck {
    WindowArchitectureTest() {
        super("dev.belljar.app", WindowRules::under);
    }
}
