package dev.belljar.app.process;

import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import java.util.Set;

/// Where a process is relative to the terminals of its sandbox: outside, the first process of a terminal, or
/// started by one, directly or not.
///
/// It is derived from what the guest reports of its processes: a program that imitates Zellij or the guest
/// agent appears to have terminals, so this is only for display.
public enum TerminalPlace {
    OUTSIDE,
    FIRST,
    INSIDE;

    private static final String GUEST_AGENT = "belljar-guest";
    private static final Set<String> SHELLS = Set.of("bash", "dash", "sh", "zsh", "ksh", "fish");
    private static final Set<String> INTERACTIVE = Set.of("-l", "-i", "-il", "-li", "--login");

    /// Returns the place of a process whose parent is at the place `above`.
    static TerminalPlace of(ProcessRow row, ProcessRow parent, TerminalPlace above) {
        if (above != OUTSIDE) {
            return INSIDE;
        }
        boolean first = keepsTerminals(parent) || (guestAgent(parent) && shell(row.argv()));
        return first ? FIRST : OUTSIDE;
    }

    /// True if it is the server of a session, whose children are the programs in its terminals.
    static boolean keepsTerminals(ProcessRow row) {
        return keepsTerminals(row.comm(), row.argv());
    }

    static boolean keepsTerminals(String comm, List<String> argv) {
        return comm.startsWith("tmux:") || zellijServer(comm, argv);
    }

    /// True if it is the Zellij server of a session.
    public static boolean sessionServer(ProcessRow row) {
        return zellijServer(row.comm(), row.argv());
    }

    private static boolean zellijServer(String comm, List<String> argv) {
        return comm.equals("zellij") && argv.contains("--server");
    }

    private static boolean guestAgent(ProcessRow row) {
        return row.comm().equals(GUEST_AGENT);
    }

    /// True for a shell without a script or command: the guest agent also runs commands that are not in a
    /// terminal.
    private static boolean shell(List<String> argv) {
        if (argv.isEmpty()) {
            return false;
        }
        String program = ScriptName.file(argv.getFirst());
        String name = program.startsWith("-") ? program.substring(1) : program;
        return SHELLS.contains(name) && INTERACTIVE.containsAll(argv.subList(1, argv.size()));
    }
}
