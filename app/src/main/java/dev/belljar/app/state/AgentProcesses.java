package dev.belljar.app.state;

import dev.belljar.contract.view.ProcessRow;
import java.util.List;

/// Recognizes the scripts that the host agent itself runs in a machine to inspect the work in it.
///
/// A program in the guest can pose as one, so these processes are collapsed and counted, never
/// hidden for good.
final class AgentProcesses {
    private static final String SCRIPT = "eval \"$BELLJAR_SCRIPT\"";
    private static final String NAME = "belljar-";

    private AgentProcesses() {}

    static boolean is(ProcessRow row) {
        return is(row.argv());
    }

    static boolean is(List<String> argv) {
        return argv.size() == 4 && argv.get(2).equals(SCRIPT) && argv.get(3).startsWith(NAME);
    }
}
