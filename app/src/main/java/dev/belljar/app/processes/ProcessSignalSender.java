package dev.belljar.app.processes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.ProcessActions.ProcessSignal;
import dev.belljar.app.action.ProcessActions.SignalOutcome;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import org.kordamp.ikonli.feather.Feather;

/// Pauses, resumes and ends processes; asks before ending one, and shows the outcome.
final class ProcessSignalSender {
    private static final Texts TEXTS = Texts.of(ProcessSignalSender.class);

    private final String sandbox;
    private final Actions actions;
    private final UiContext context;
    private final ProcessesModel model;
    private final Runnable changed;

    ProcessSignalSender(String sandbox, Actions actions, UiContext context, ProcessesModel model, Runnable changed) {
        this.sandbox = sandbox;
        this.actions = actions;
        this.context = context;
        this.model = model;
        this.changed = changed;
    }

    /// The process as shown in tables: `node 1236`.
    static String name(ProcessItem line) {
        return FigureFormat.printable(line.row().comm()) + " " + line.row().pid();
    }

    void pause(ProcessItem line, boolean now) {
        send(line, now ? ProcessSignal.PAUSE : ProcessSignal.RESUME);
    }

    void end(ProcessItem line) {
        String command = line.row().argv().isEmpty()
                ? line.row().comm()
                : FigureFormat.command(line.row().argv());
        context.overlay()
                .open(new EndProcessDialog(
                        context.overlay(), name(line), FigureFormat.printable(command), signal -> send(line, signal)));
    }

    private void send(ProcessItem line, ProcessSignal signal) {
        if (signal == ProcessSignal.END || signal == ProcessSignal.KILL) {
            context.overlay().say(Feather.CLOCK, TEXTS.get("end.busy", name(line)), "muted");
        }
        actions.processes()
                .signal(sandbox, line.row(), signal)
                .done(outcome -> report(line, signal, outcome))
                .failed(problem -> context.overlay()
                        .say(
                                Feather.X_OCTAGON,
                                TEXTS.get("outcome.failed", name(line), ProblemText.detail(problem)),
                                "danger"))
                .begin();
    }

    private void report(ProcessItem line, ProcessSignal signal, SignalOutcome outcome) {
        String name = name(line);
        switch (outcome) {
            case DONE -> {
                if (signal == ProcessSignal.PAUSE || signal == ProcessSignal.RESUME) {
                    model.paused(line.key(), signal == ProcessSignal.PAUSE);
                }
                context.overlay().say(Feather.CHECK, done(name, signal), "ok");
            }
            case GONE -> context.overlay().say(Feather.INFO, TEXTS.get("outcome.gone", name), "muted");
            case STILL_RUNNING ->
                context.overlay().say(Feather.ALERT_TRIANGLE, TEXTS.get("outcome.still", name), "warn");
            case NOT_ALLOWED ->
                context.overlay().say(Feather.X_OCTAGON, TEXTS.get("outcome.not-allowed", name), "danger");
        }
        changed.run();
    }

    private static String done(String name, ProcessSignal signal) {
        return switch (signal) {
            case PAUSE -> TEXTS.get("outcome.paused", name);
            case RESUME -> TEXTS.get("outcome.resumed", name);
            case END, KILL -> TEXTS.get("outcome.ended", name);
        };
    }
}
