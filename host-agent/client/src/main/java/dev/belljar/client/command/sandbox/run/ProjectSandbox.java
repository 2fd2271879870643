package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The running sandbox of a project: the one that was named, or the most recently used one, or a new one.
record ProjectSandbox(CommandSession session, AgentClient agent, Path project) {
    /// The sandbox in which the host agent prepares a template; nobody else may use it.
    private static final Pattern TEMPLATE = Pattern.compile("template-[0-9a-f]{12}");

    /// What a new sandbox is to be like, and which one is to be used: `named` is null for any, `fresh` is true for a
    /// new one.
    record SandboxChoice(
            @Nullable String named, boolean fresh, @Nullable NetworkMode mode, boolean plain) {}

    /// A running sandbox; `starts` says that it was started just now, and `made` that it was created just now.
    record RunningSandbox(Sandbox sandbox, boolean starts, boolean made) {}

    /// Finds or creates the sandbox, and waits until it runs.
    RunningSandbox running(SandboxChoice choice) throws AgentException, InterruptedException {
        Sandbox found = choice.fresh() ? null : existing(choice.named());
        boolean made = found == null;
        if (found == null) {
            session.aside("Creating a sandbox for %s", project);
            found = agent.call(
                    SandboxApi.CREATE,
                    new CreateSandbox(project.toString(), null, null, null, null, choice.mode(), choice.plain(), true));
        } else if (choice.mode() != null) {
            throw problem(
                    ProblemCode.BAD_REQUEST,
                    "--network is for a new sandbox, and %s exists"
                            .formatted(found.spec().name()),
                    "Use --new, or `belljar policy set %s %s`."
                            .formatted(found.spec().name(), choice.mode().name().toLowerCase(Locale.ROOT)));
        } else if (found.status().state() != SandboxState.RUNNING) {
            Sandbox _ = agent.call(SandboxApi.START.at(found.id()));
        }
        return found.status().state() == SandboxState.RUNNING
                ? new RunningSandbox(found, made, made)
                : new RunningSandbox(
                        new StateWaiter(session).await(agent, found.id(), SandboxState.RUNNING), true, made);
    }

    private @Nullable Sandbox existing(@Nullable String named) throws AgentException, InterruptedException {
        if (named != null) {
            Sandbox one = agent.call(SandboxApi.GET.at(named));
            if (!one.spec().project().equals(project.toString())) {
                throw problem(
                        ProblemCode.CONFLICT,
                        "sandbox %s belongs to another project: %s"
                                .formatted(one.spec().name(), one.spec().project()),
                        "`belljar list` shows the sandboxes and their projects.");
            }
            return one;
        }
        List<Sandbox> own = candidates(agent.call(SandboxApi.LIST), project);
        if (own.size() > 1) {
            session.aside(
                    "Using the most recently used sandbox, %s. Others of this project: %s (--sandbox chooses)",
                    own.getFirst().spec().name(),
                    own.stream().skip(1).map(each -> each.spec().name()).collect(Collectors.joining(", ")));
        }
        return own.isEmpty() ? null : own.getFirst();
    }

    /// The sandboxes of a project that stay, the most recently used first: those that run before those that do not.
    static List<Sandbox> candidates(List<Sandbox> all, Path project) {
        return all.stream()
                .filter(each -> each.spec().project().equals(project.toString()))
                .filter(each -> !TEMPLATE.matcher(each.spec().name()).matches())
                .filter(each -> !each.spec().oneShot() && each.status().state() != SandboxState.DESTROYED)
                .sorted(Comparator.comparing((Sandbox each) -> !runs(each))
                        .thenComparing(Comparator.comparingLong(
                                        (Sandbox each) -> each.status().since())
                                .reversed()))
                .toList();
    }

    private static boolean runs(Sandbox sandbox) {
        return sandbox.status().state() == SandboxState.RUNNING
                || sandbox.status().state() == SandboxState.STARTING;
    }

    static AgentException problem(ProblemCode code, String detail, @Nullable String hint) {
        return new AgentException(Problem.of(code, "not run", detail, hint), null);
    }
}
