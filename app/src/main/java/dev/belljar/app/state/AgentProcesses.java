package dev.belljar.app.state;

import dev.belljar.contract.view.ProcessRow;
import java.util.List;

/// Knows the scripts that the host agent itself runs in a machine to look at the work in it.
///
/// What runs in a machine can dress up as one, so these are folded away and counted, never hidden for good.
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
