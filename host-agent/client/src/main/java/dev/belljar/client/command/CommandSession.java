package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.VisibleText;
import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// One run of the command line: its output streams, and its host agent (found or started when first needed).
final class CommandSession implements AutoCloseable {
    static final int PROBLEM = 1;

    /// Where a question is put to a person; the answer is null when nobody can be asked.
    interface Prompt {
        @Nullable
        String answer(String question);
    }

    private final AgentStarter starter;
    private final PrintStream out;
    private final PrintStream err;
    private @Nullable AgentClient client;
    private Prompt prompt = CommandSession::askAtTerminal;
    private boolean emulationRefused;
    private @Nullable String recorded;

    CommandSession(AgentStarter starter, PrintStream out, PrintStream err) {
        this.starter = starter;
        this.out = out;
        this.err = err;
    }

    /// A run that talks to this host agent, and puts questions here.
    static CommandSession with(AgentClient agent, Prompt prompt, PrintStream out, PrintStream err) {
        CommandSession session = new CommandSession(new AgentStarter(System.getenv()), out, err);
        session.client = agent;
        session.prompt = prompt;
        return session;
    }

    /// What the person answers; null without a terminal to ask on.
    @Nullable
    String ask(String question) {
        return prompt.answer(question);
    }

    private static @Nullable String askAtTerminal(String question) {
        Console console = System.console();
        return console == null || !console.isTerminal() ? null : console.readLine("%s", question);
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    /// The host agent, started if none answers.
    synchronized AgentClient agent() throws AgentException, InterruptedException {
        AgentClient now = client;
        if (now == null) {
            now = found();
            client = now;
        }
        return now;
    }

    /// One that runs may be slow to answer, which is nothing a program wants to read of.
    private AgentClient found() throws AgentException, InterruptedException {
        WaitingLine waiting = WaitingLine.on(err);
        Optional<AgentClient> running = waiting.during("Waiting for the host agent", starter::find);
        return running.isPresent()
                ? running.get()
                : waiting.duringOrOnce("Waiting for the host agent to start", starter::findOrStart);
    }

    /// The host agent if one answers.
    Optional<AgentClient> running() throws InterruptedException {
        return starter.find();
    }

    void json(Object value) {
        out.println(ContractJson.pretty(value));
    }

    void line(String text, Object... values) {
        out.println(shown(values.length == 0 ? text : text.formatted(values)));
    }

    /// Something for the person beside the answer, which scripts do not want to read.
    void aside(String text, Object... values) {
        err.println(shown(values.length == 0 ? text : text.formatted(values)));
    }

    /// Says what went wrong, what to do, and the stable code.
    void tell(BelljarException problem) {
        err.println(shown("belljar: " + problem.getMessage()));
        if (problem.hint() != null) {
            err.println(shown("  " + problem.hint()));
        }
        err.println("  [" + problem.code().code() + "]");
    }

    /// Says how a command failed: in JSON, on one line of standard error, to those who asked for JSON.
    int failed(Exception failure, CommandLine command) {
        if (failure instanceof BelljarException problem) {
            if (command.getCommand() instanceof SessionCommand asking && asking.json) {
                err.println(ContractJson.line(problem.problem()));
            } else {
                tell(problem);
                emulationRefused = problem.code().code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code());
            }
            return PROBLEM;
        }
        if (failure instanceof InterruptedException) {
            return PROBLEM;
        }
        err.println(shown("belljar " + command.getCommandName() + ": " + failure));
        return PROBLEM;
    }

    /// True when a command failed only because nobody accepted emulation yet, and a person may be asked now.
    boolean emulationRefused() {
        return emulationRefused;
    }

    /// A sandbox with this name was recorded by the command that runs.
    void recorded(String name) {
        recorded = name;
    }

    /// What to run when the command is tried again; nothing when it recorded nothing and is itself to be repeated.
    Optional<String[]> goingOn() {
        return Optional.ofNullable(recorded).map(name -> new String[] {"start", name});
    }

    // A guest's words may be among ours, and must not drive the terminal.
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
