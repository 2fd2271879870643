package dev.belljar.agent.setup;

import dev.belljar.agent.access.MainPortSetting;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.policy.BlockedDestination;
import dev.belljar.agent.policy.TemporaryRules;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleTarget;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets up one environment in one running sandbox, step by step, and records how far it has come.
///
/// The rules for it hold only while it runs. However it ends, the sandbox stays as it is and can be used.
final class SetupRun {
    private static final Logger LOG = LoggerFactory.getLogger(SetupRun.class);
    private static final String WORD = "setup";
    private static final String NOTE = "for the setup of the project's environment, until it ends";
    private static final int LAST_LINE = 300;

    private final SandboxRuntime sandbox;
    private final AcceptedEnvironment accepted;
    private final SetupPlan plan;
    private final SetupTools tools;
    private final SetupLog log;
    private final long deadline;
    private final CompletableFuture<SetupEnd> asked = new CompletableFuture<>();
    private final CompletableFuture<SetupStatus> ended = new CompletableFuture<>();
    private SetupStatus status;
    private List<BlockedDestination> refused = List.of();

    SetupRun(SandboxRuntime sandbox, AcceptedEnvironment accepted, SetupPlan plan, SetupTools tools) {
        this.sandbox = sandbox;
        this.accepted = accepted;
        this.plan = plan;
        this.tools = tools;
        this.log = new SetupLog(sandbox.folder());
        this.deadline = System.nanoTime() + tools.settings().limit().toNanos();
        this.status = SetupStatus.begun(accepted.digest(), plan.steps().size(), System.currentTimeMillis());
    }

    /// Records that the setup begins.
    SetupStatus begin() {
        log.begin();
        String template = sandbox.record().machine().template();
        if (template != null && !plan.lasts()) {
            log.line("== The sandbox started from template %s, which contains the environment".formatted(template));
        }
        return record(status);
    }

    /// Makes the setup end in this state for this reason, at once or at its next step.
    void end(SetupState state, String why) {
        asked.complete(new SetupEnd(state, null, why));
    }

    /// How the setup ended, once it has and another one may begin.
    CompletableFuture<SetupStatus> ended() {
        return ended;
    }

    /// Runs the setup to its end, and returns how it ended.
    SetupStatus run() {
        SetupEnd how = outcome();
        long now = System.currentTimeMillis();
        BlockedText blocked = new BlockedText(sandbox.name(), refused);
        SetupStatus last = how == null
                ? status.ended(SetupState.DONE, now, null, null)
                : status.ended(how.state(), now, how.code(), how.why() + (how.failed() ? blocked.sentence() : ""));
        log.line(how == null ? "== The setup is complete" : "== " + how.why());
        blocked.lines().forEach(line -> log.line("== " + line));
        log.close();
        return record(last);
    }

    /// Runs the steps while the rules are in force; returns why they are not complete, null if they are.
    private @Nullable SetupEnd outcome() {
        try (TemporaryRules.RulesInForce rules = openNames()) {
            try {
                keepNames();
                chooseMainPort();
                for (int i = 0; i < plan.steps().size(); i++) {
                    run(i + 1, plan.steps().get(i));
                }
                return null;
            } finally {
                refused = rules.blocked();
            }
        } catch (SetupEnd e) {
            return e;
        } catch (GuestException e) {
            return GuestException.REFUSED.equals(e.code())
                    ? new SetupEnd(SetupState.FAILED, null, said(e))
                    : new SetupEnd(SetupState.INTERRUPTED, null, lost());
        } catch (BelljarException e) {
            return sandbox.state() == SandboxState.RUNNING
                    ? new SetupEnd(SetupState.FAILED, null, said(e))
                    : new SetupEnd(SetupState.INTERRUPTED, null, lost());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SetupEnd(SetupState.INTERRUPTED, null, "the host agent was stopped");
        } catch (RuntimeException e) {
            // The top of a virtual thread: the setup must not be shown as running after an error.
            LOG.error("{}: the setup failed", sandbox.name(), e);
            return new SetupEnd(SetupState.FAILED, null, "the host agent failed: " + e);
        }
    }

    private String lost() {
        return sandbox.state() == SandboxState.RUNNING
                ? "the connection to the sandbox was lost"
                : "the sandbox was stopped";
    }

    private static String said(BelljarException e) {
        return PackageArguments.shown(String.valueOf(e.getMessage()));
    }

    private TemporaryRules.RulesInForce openNames() throws BelljarException {
        List<String> rules = new ArrayList<>();
        plan.destinations().forEach(destination -> rules.add("allow " + destination + " tcp"));
        for (String name : plan.lasts() ? environment().setupNames() : List.<String>of()) {
            rules.add("allow " + checked(name));
        }
        return tools.policies().temporary().add(sandbox.subject(), WORD, rules, NOTE);
    }

    /// The names that may be reached at any time become rules of the sandbox.
    private void keepNames() throws BelljarException {
        for (String name : environment().names()) {
            tools.policies().add(sandbox.subject(), "allow " + checked(name), RuleScope.SANDBOX);
        }
    }

    /// A host name and nothing else, so that no other word of a rule can follow it.
    private static String checked(String name) throws SetupException, PolicyException {
        boolean oneWord = !name.isEmpty() && name.chars().noneMatch(c -> c <= ' ' || Character.isWhitespace(c));
        if (!oneWord
                || RuleTarget.of(name).name() == null
                || RuleTarget.of(name).path() != null) {
            throw SetupException.invalid("name", PackageArguments.shown(name), "a host name such as example.org:443");
        }
        return name;
    }

    /// Every server that listens has a browser address; the first port of the environment gets the plain host
    /// name, unless the user chose another one.
    private void chooseMainPort() throws BelljarException {
        MainPortSetting main = tools.access().of(sandbox).mainPort();
        if (main.get() == null && !environment().ports().isEmpty()) {
            main.set(environment().ports().getFirst());
            sandbox.observation()
                    .record(new HostEvent.RoutesChanged(0, System.currentTimeMillis(), sandbox.id(), main.get()));
        }
    }

    private void run(int number, SetupStep step) throws SetupEnd, BelljarException, InterruptedException {
        if (asked.isDone()) {
            throw asked.join();
        }
        status = record(status.at(number, step.label()));
        log.line("== %d of %d: %s".formatted(number, plan.steps().size(), step.label()));
        switch (step) {
            case SetupStep.CopyFiles _ ->
                new FileCopier(sandbox.project(), tools.settings().home())
                        .copy(environment().files(), sandbox.guest());
            case SetupStep.RootScript script ->
                run(step, SetupScripts.command(script.script(), script.arguments(), "root", left()));
            case SetupStep.AgentCommand own ->
                run(
                        step,
                        new ExecCommand(
                                List.of("/bin/bash", "-lc", own.command()),
                                "/workspace",
                                Map.of(),
                                "agent",
                                false,
                                0,
                                0,
                                left().toMillis()));
        }
    }

    private void run(SetupStep step, ExecCommand command) throws SetupEnd, BelljarException, InterruptedException {
        GuestExit exit = new SetupCommand(tools.guests().open(sandbox.id(), command), log, asked).await(left());
        if (exit.timedOut()) {
            throw tooLong();
        }
        Integer code = exit.code();
        if (code == null || code != 0) {
            String line = log.lastLine(LAST_LINE);
            String how = code == null ? "was killed by signal " + exit.signal() : "failed with exit code " + code;
            throw new SetupEnd(
                    SetupState.FAILED,
                    code,
                    "\"%s\" %s%s".formatted(step.label(), how, line.isEmpty() ? "" : ": " + line));
        }
    }

    private Duration left() throws SetupEnd {
        long nanos = deadline - System.nanoTime();
        if (nanos <= 0) {
            throw tooLong();
        }
        // A command whose limit is 0 ms would have none.
        return Duration.ofNanos(Math.max(nanos, 1_000_000));
    }

    private SetupEnd tooLong() {
        return new SetupEnd(
                SetupState.FAILED,
                null,
                "it took longer than %d minutes"
                        .formatted(tools.settings().limit().toMinutes()));
    }

    private Environment environment() {
        return accepted.environment();
    }

    private SetupStatus record(SetupStatus now) {
        record(sandbox, now);
        return now;
    }

    /// Records a setup of this sandbox, and reports it.
    static void record(SandboxRuntime sandbox, SetupStatus now) {
        sandbox.change(record -> record.withSetup(now));
        sandbox.observation().record(new SetupChanged(0, System.currentTimeMillis(), sandbox.id(), now));
    }
}
