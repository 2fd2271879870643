package dev.belljar.app.terminal;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import dev.belljar.contract.request.ExecCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The terminals of a sandbox: shells in the machine side by side with one on the person's own.
public final class TerminalRoom implements Room {
    private final ProjectPicture project;
    private final Wishes wishes;
    private final Desk desk;
    private final HBox strip = Parts.row(2);
    private final StackPane content = new StackPane();
    private final VBox all;
    private final List<TerminalTab> tabs = new ArrayList<>();
    private @Nullable TerminalTab current;
    private int counted;

    public TerminalRoom(ProjectPicture project, Wishes wishes, Desk desk, Runnable start) {
        this.project = project;
        this.wishes = wishes;
        this.desk = desk;
        strip.getStyleClass().add("terminal-tabs");
        content.setMinHeight(0);
        if (project.running()) {
            all = Parts.column(0, strip, Parts.growing(content));
            strip();
            shell();
        } else {
            all = Parts.column(0, Parts.growing(asleep(start)));
        }
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        TerminalTab tab = current;
        if (tab != null) {
            tab.view().enter();
        }
    }

    @Override
    public void close() {
        tabs.forEach(TerminalTab::close);
    }

    private Node asleep(Runnable start) {
        boolean saved = Badges.asleep(project.sandbox());
        Button go = Parts.button(Feather.PLAY, saved ? "Resume" : "Start", "primary");
        go.setOnAction(e -> start.run());
        boolean busy = !project.sandbox().status().requirements().isEmpty()
                && project.sandbox().status().problem() == null;
        return busy
                ? Empty.screen(
                        Feather.TERMINAL, "Not ready yet", "A shell opens here as soon as the machine has started.")
                : Empty.screen(
                        Feather.TERMINAL,
                        saved ? "The machine sleeps" : "The machine does not run",
                        saved
                                ? "It was saved whole and goes on where it stood, with everything that ran in it."
                                : "Start it, and a shell opens here, in /workspace.",
                        go);
    }

    private void strip() {
        Button more = Parts.iconButton(Feather.PLUS, "Another shell in the machine");
        more.setOnAction(e -> shell());
        Button host = Parts.button(Feather.HOME, "Host shell", "flat", "small");
        host.setOnAction(e -> host());
        Parts.tip(host, "A shell on your own machine, in the project's folder", "");
        strip.getChildren().setAll(more, Parts.grow(), host);
    }

    private void shell() {
        counted++;
        GuestFeed feed = new GuestFeed("shell", gate());
        add(counted == 1 ? "shell" : "shell " + counted, false, feed, this::shell);
        ExecCommand command = new ExecCommand(
                List.of("/bin/bash", "-l"),
                "/workspace",
                Map.of("TERM", "xterm-256color", "COLORTERM", "truecolor"),
                "agent",
                true,
                30,
                100,
                0);
        wishes.terminal(project.id(), command, feed)
                .done(feed::opened)
                .failed(problem -> feed.refused(problem.detail()))
                .begin();
    }

    private void host() {
        Path folder = Path.of(project.sandbox().spec().project());
        HostFeed feed = new HostFeed(folder, gate());
        add("host", true, feed, this::host);
        feed.start();
    }

    private void add(String name, boolean host, Feed feed, Runnable another) {
        TerminalTab[] holder = new TerminalTab[1];
        TerminalTab tab = new TerminalTab(
                name, host, new TerminalView(desk), feed, () -> choose(holder[0]), () -> end(holder[0]));
        holder[0] = tab;
        tabs.add(tab);
        strip.getChildren().add(tabs.size() - 1, tab.handle());
        choose(tab);
        var _ = feed.first().thenAccept(nothing -> wishes.later(tab::answered));
        var _ = feed.last()
                .thenAccept(words -> wishes.later(() -> tab.ended(Figures.printable(words), () -> {
                    end(tab);
                    another.run();
                })));
    }

    private void choose(TerminalTab tab) {
        if (tabs.contains(tab)) {
            current = tab;
            tabs.forEach(t -> t.choose(t.equals(tab)));
            content.getChildren().setAll(tab.body());
            tab.view().enter();
        }
    }

    private void end(TerminalTab tab) {
        tab.close();
        tabs.remove(tab);
        strip.getChildren().remove(tab.handle());
        if (tabs.isEmpty()) {
            current = null;
            Button again = Parts.button(Feather.TERMINAL, "Open a shell", "primary");
            again.setOnAction(e -> shell());
            content.getChildren()
                    .setAll(Empty.screen(
                            Feather.TERMINAL, "No terminal open", "The machine goes on without one.", again));
        } else {
            choose(tabs.getLast());
        }
    }

    private OutputGate gate() {
        // Asked for on the thread that brings output; the question is shown on the screen's.
        return new OutputGate(words -> wishes.later(() -> ask(words)));
    }

    private void ask(String words) {
        String shown = Figures.printable(Figures.middle(words.replace('\n', ' '), 120));
        desk.overlay().open(new ClipboardQuestion(desk, project.name(), shown, () -> copy(words)));
    }

    private static void copy(String words) {
        ClipboardContent content = new ClipboardContent();
        content.putString(words);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
