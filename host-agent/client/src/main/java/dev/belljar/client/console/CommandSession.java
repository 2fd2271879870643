package dev.belljar.client.console;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.console.program.ExitStatus;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.VisibleText;
import java.io.Console;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// One run of the command line: its output streams, and its host agent (found or started when first needed).
public final class CommandSession implements AutoCloseable {
    public static final int PROBLEM = ExitStatus.PROBLEM.code();

    /// Asks the user a question; the answer is null if there is no terminal to ask on.
    public interface UserPrompt {
        @Nullable
        String answer(String question);
    }

    private final AgentStarter starter;
    private final PrintStream out;
    private final PrintStream err;
    private @Nullable AgentClient client;
    private UserPrompt prompt = CommandSession::askAtTerminal;
    private final Set<String> asked = new HashSet<>();
    private boolean emulationRefused;
    private @Nullable String recorded;

    public CommandSession(AgentStarter starter, PrintStream out, PrintStream err) {
        this.starter = starter;
        this.out = out;
        this.err = err;
    }

    /// Creates a run that uses this host agent and this prompt.
    public static CommandSession with(AgentClient agent, UserPrompt prompt, PrintStream out, PrintStream err) {
        CommandSession session = new CommandSession(new AgentStarter(System.getenv()), out, err);
        session.client = agent;
        session.prompt = prompt;
        return session;
    }

    /// Asks the user and returns the answer, or null without a terminal to ask on.
    @Nullable
    public String ask(String question) {
        return prompt.answer(question);
    }

    /// Asks like [#ask(String)] for the first time; null if the question was asked before.
    @Nullable
    public String askOnce(String question) {
        return asked.add(question) ? ask(question) : null;
    }

    private static @Nullable String askAtTerminal(String question) {
        Console console = System.console();
        return console == null || !console.isTerminal() ? null : console.readLine("%s", question);
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /// The host agent, started if none answers.
    public synchronized AgentClient agent() throws AgentException, InterruptedException {
        AgentClient now = client;
        if (now == null) {
            now = found();
            client = now;
        }
        return now;
    }

    /// A running host agent may be slow to answer, which is shown on a terminal only: it is of no use to
    /// programs.
    private AgentClient found() throws AgentException, InterruptedException {
        WaitingLine waiting = WaitingLine.on(err);
        Optional<AgentClient> running = waiting.during("Waiting for the host agent", starter::find);
        return running.isPresent()
                ? running.get()
                : waiting.duringOrOnce("Waiting for the host agent to start", starter::findOrStart);
    }

    /// The host agent if one answers.
    public Optional<AgentClient> running() throws InterruptedException {
        AgentClient now = client;
        return now == null ? starter.find() : Optional.of(now);
    }

    public void json(Object value) {
        out.println(ContractJson.pretty(value));
    }

    public void line(String text, Object... values) {
        out.println(shown(values.length == 0 ? text : text.formatted(values)));
    }

    /// Prints a note for the user on standard error, so that scripts read only the result on standard output.
    public void aside(String text, Object... values) {
        err.println(shown(values.length == 0 ? text : text.formatted(values)));
    }

    /// Prints what went wrong, what to do, and the stable problem code.
    public void tell(BelljarException problem) {
        tell(problem.problem());
    }

    private void tell(Problem problem) {
        err.println(shown("belljar: " + problem.detail()));
        if (problem.hint() != null) {
            err.println(shown("  " + problem.hint()));
        }
        err.println("  [" + problem.code() + "]");
    }

    /// Reports the failure of a command, with `--json` as JSON on one line of standard error, and returns the
    /// exit code.
    public int failed(Exception failure, CommandLine command) {
        if (failure instanceof InterruptedException) {
            return PROBLEM;
        }
        Problem problem =
                CommandFailure.problem(failure, command.getCommandSpec().qualifiedName());
        if (command.getCommand() instanceof JsonOutput output && output.printsJson()) {
            err.println(ContractJson.line(problem));
        } else {
            tell(problem);
            emulationRefused = problem.code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code());
            if (!emulationRefused) {
                tellHowToGoOn();
            }
        }
        return ExitStatus.of(problem).code();
    }

    /// True if a command failed only because the user has not accepted emulation yet and may be asked now.
    public boolean emulationRefused() {
        return emulationRefused;
    }

    /// Notes that the running command has created a sandbox with this name.
    public void recorded(String name) {
        recorded = name;
    }

    /// The command to run on a retry if a sandbox was already created; empty if the original command must be
    /// repeated.
    public Optional<String[]> goingOn() {
        return Optional.ofNullable(recorded).map(name -> new String[] {"start", name});
    }

    /// Says how to start the sandbox that the failed command has created; without one, the command is repeated.
    public void tellHowToGoOn() {
        String name = recorded;
        if (name != null) {
            aside("Sandbox %1$s was created, but it is not running. To start it: belljar start %1$s", name);
        }
    }

    // The text may contain words from a guest, which must not control the terminal.
    private static String shown(String text) {
        return VisibleText.text(text, "\n\t");
    }

    @Override
    public void close() {
        AgentClient now = client;
        if (now != null) {
            now.close();
        }
    }
}
