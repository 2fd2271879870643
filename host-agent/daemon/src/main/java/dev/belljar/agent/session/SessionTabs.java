package dev.belljar.agent.session;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.session.GuestSession.Begun;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Opens and shows tabs in the session of a machine, each with a program of its own.
public final class SessionTabs {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int OUTPUT = 4_096;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    private SessionTabs() {}

    /// What became of a request for a tab.
    public enum TabState {
        OPENED,
        /// There was one with this name.
        RUNNING,
        /// The session has no tabs, or the program that runs it did not open one.
        NONE
    }

    /// True if a tab may have this name.
    public static boolean valid(String name) {
        return NAME.matcher(name).matches();
    }

    /// Opens a tab with this name in which the command runs, unless there is one, and makes it the shown one.
    public static TabState open(GuestLink link, Begun session, String tab, List<String> command)
            throws GuestException, InterruptedException {
        return run(link, session, tab, command);
    }

    /// Makes the tab with this name the shown one, if there is one.
    public static void show(GuestLink link, Begun session, String tab) throws GuestException, InterruptedException {
        TabState _ = run(link, session, tab, List.of());
    }

    private static TabState run(GuestLink link, Begun session, String tab, List<String> command)
            throws GuestException, InterruptedException {
        if (session.by().equals("shell") || !valid(tab)) {
            return TabState.NONE;
        }
        ExecCommand plain = BelljarScript.command("tab", GuestSession.text("tab.sh"), null, PATIENCE);
        Map<String, String> variables = new HashMap<>(plain.env());
        variables.put("BELLJAR_SESSION", session.name());
        variables.put("BELLJAR_BY", session.by());
        variables.put("BELLJAR_TAB", tab);
        List<String> argv = new ArrayList<>(plain.argv());
        argv.addAll(command);
        ExecOutcome outcome = ExecOutcome.of(
                link.exec(new ExecCommand(
                        argv, plain.cwd(), variables, plain.user(), false, 0, 0, plain.timeoutMillis())),
                new byte[0],
                OUTPUT);
        // The guest is not trusted: it can only claim that there is a tab or none.
        return switch (new String(outcome.out(), StandardCharsets.UTF_8).strip()) {
            case "opened" -> TabState.OPENED;
            case "running" -> TabState.RUNNING;
            default -> TabState.NONE;
        };
    }
}
