package dev.belljar.app.processes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.text.ProblemText;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The process whose details are shown.
final class ChosenProcess {
    private final String sandbox;
    private final SandboxWatch watch;
    private final Actions actions;
    private final ProcessesModel model;
    private final ProcessSignalSender signals;
    private final ProcessDetails details;
    private @Nullable ProcessItem chosen;
    private @Nullable ProcessFacts drawn;
    private ProcessActions.@Nullable ProcessResources inside;
    private String lastProblem = "";

    ChosenProcess(
            String sandbox,
            SandboxWatch watch,
            Actions actions,
            ProcessesModel model,
            ProcessSignalSender signals,
            ProcessDetails details) {
        this.sandbox = sandbox;
        this.watch = watch;
        this.actions = actions;
        this.model = model;
        this.signals = signals;
        this.details = details;
    }

    /// Shows what changed, if the process is still known.
    void update(ProcessState state) {
        ProcessItem now = chosen;
        if (now != null) {
            state.lines().stream()
                    .filter(l -> l.key().equals(now.key()))
                    .findFirst()
                    .ifPresent(this::choose);
        }
    }

    /// Shows the details of a process, null for none. What was read inside the guest stays while it is the same
    /// process.
    void choose(@Nullable ProcessItem line) {
        if (line == null || chosen == null || !line.key().equals(chosen.key())) {
            inside = null;
            lastProblem = "";
            drawn = null;
        }
        chosen = line;
        if (line == null) {
            details.nothing();
            return;
        }
        List<FlowRow> flows = watch.flows().now().flows().stream()
                .filter(f -> Objects.equals(f.pid(), line.row().pid()))
                .toList();
        ProcessFacts facts = new ProcessFacts(
                line,
                model.state().ancestry(line.key()),
                flows,
                watch.files(line.key()),
                model.approval(line),
                model.paused(line),
                inside,
                lastProblem);
        if (!facts.equals(drawn)) {
            drawn = facts;
            details.show(facts, ways(line));
        }
    }

    private DetailActions ways(ProcessItem line) {
        return new DetailActions() {
            @Override
            public void connections() {
                actions.navigation().seek(ScreenKind.NETWORK, ProcessSignalSender.name(line));
            }

            @Override
            public void decide(Approval approval) {
                actions.navigation().open(new DialogKind.ShowInbox(approval.id()));
            }

            @Override
            public void pause(boolean now) {
                signals.pause(line, now);
            }

            @Override
            public void end() {
                signals.end(line);
            }

            @Override
            public void inspect() {
                actions.processes()
                        .inside(sandbox, line.row())
                        .done(read -> inspected(line, read, ""))
                        .failed(problem -> inspected(line, null, ProblemText.detail(problem)))
                        .begin();
            }
        };
    }

    private void inspected(ProcessItem line, ProcessActions.@Nullable ProcessResources read, String problem) {
        ProcessItem now = chosen;
        if (now != null && now.key().equals(line.key())) {
            inside = read;
            lastProblem = problem;
            drawn = null;
            choose(now);
        }
    }
}
