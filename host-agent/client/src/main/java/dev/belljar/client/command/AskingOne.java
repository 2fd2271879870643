package dev.belljar.client.command;

import picocli.CommandLine.Parameters;

/// A command about one sandbox.
abstract class AskingOne extends Asking {
    @Parameters(index = "0", paramLabel = "SANDBOX", description = "Name or id of the sandbox.")
    String sandbox = "";

    AskingOne(Session session) {
        super(session);
    }
}
