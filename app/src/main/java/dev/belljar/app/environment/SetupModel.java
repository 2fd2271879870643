package dev.belljar.app.environment;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the dialog says about the setup of a sandbox.
final class SetupModel {
    private static final Texts TEXTS = Texts.of(SetupModel.class);
    /// More names are only counted.
    private static final int MOST_NAMES = 10;

    private SetupModel() {}

    /// How the setup went, or how far it is, and what there is to know about it; `time` formats milliseconds since the
    /// epoch.
    static List<String> lines(
            SetupReport report, @Nullable AcceptedEnvironment accepted, boolean runs, LongFunction<String> time) {
        List<String> lines = new ArrayList<>();
        SetupStatus status = report.status();
        lines.add(status == null ? TEXTS.get("setup.none") : sentence(status, time));
        if (status != null && accepted != null && !status.running() && status.began() < accepted.time()) {
            lines.add(TEXTS.get("setup.earlier"));
        }
        if (!report.fetched().isEmpty()) {
            lines.add(fetched(report.fetched()));
        }
        if (accepted != null && !runs && (status == null || status.state() != SetupState.DONE)) {
            lines.add(TEXTS.get("setup.stopped"));
        }
        return lines;
    }

    private static String sentence(SetupStatus status, LongFunction<String> time) {
        Long ended = status.ended();
        String when = time.apply(ended == null ? status.began() : ended);
        return switch (status.state()) {
            case RUNNING ->
                status.step() == 0
                        ? TEXTS.get("setup.begun")
                        : TEXTS.get(
                                "setup.step", status.step(), status.steps(), FigureFormat.printable(status.label()));
            case DONE -> TEXTS.get("setup.done", when);
            case FAILED -> because(TEXTS.get("setup.failed", when), status.detail());
            case CANCELLED -> TEXTS.get("setup.cancelled", when);
            case INTERRUPTED -> because(TEXTS.get("setup.interrupted", when), status.detail());
        };
    }

    private static String because(String what, @Nullable String why) {
        return why == null ? what : TEXTS.get("setup.because", what, FigureFormat.printable(why));
    }

    /// True while the setup runs.
    static boolean running(SetupReport report) {
        SetupStatus status = report.status();
        return status != null && status.running();
    }

    /// The name of the button that begins the setup.
    static String beginWords(SetupReport report) {
        return TEXTS.get(report.status() == null ? "setup.begin" : "setup.again");
    }

    /// What a setup exchanged with other computers.
    static String fetched(List<FetchedName> names) {
        String first = names.stream()
                .limit(MOST_NAMES)
                .map(name -> TEXTS.get(
                        "setup.fetched.name",
                        FigureFormat.printable(name.name()),
                        FigureFormat.bytes(name.down()),
                        FigureFormat.bytes(name.up())))
                .collect(Collectors.joining(", "));
        return names.size() > MOST_NAMES
                ? TEXTS.get("setup.fetched.more", first, names.size() - MOST_NAMES)
                : TEXTS.get("setup.fetched", first);
    }
}
