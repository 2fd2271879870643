package dev.belljar.app.terminal;

import dev.belljar.app.action.Actions;
import dev.belljar.app.desktop.WebBrowser;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.session.GuestFeed;
import dev.belljar.app.session.HostFeed;
import dev.belljar.app.session.OutputGate;
import dev.belljar.app.session.OwnSession;
import dev.belljar.app.session.SessionFeed;
import dev.belljar.app.session.TerminalFeed;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.TerminalStarted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.image.Image;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The terminals of a sandbox: the machine's session, which browsers share, shells in the guest and shells on
/// the host. The owner passes each change of the sandbox to `show`, whether the view is visible or not.
public final class TerminalsView implements ScreenView, TerminalTab.TabActions {
    private static final Texts TEXTS = Texts.of(TerminalsView.class);

    private final Actions actions;
    private final UiContext context;
    private final HBox strip = UiParts.row(2);
    private final StackPane content = new StackPane();
    private final VBox terminals = UiParts.column(0, strip, UiParts.growing(content));
    private final StackPane all = new StackPane();
    private final List<TerminalTab> tabs = new ArrayList<>();
    private final TerminalsModel model;
    private final DroppedFiles dropped;
    private @Nullable IntConsumer waiting;
    private @Nullable TerminalTab current;

    public TerminalsView(SandboxViewState sandbox, Actions actions, UiContext context) {
        this.model = new TerminalsModel(sandbox);
        this.actions = actions;
        this.context = context;
        this.dropped = new DroppedFiles(context, actions.terminals(), context.clock());
        strip.getStyleClass().add("terminal-tabs");
        content.setMinHeight(0);
        all.setMinSize(0, 0);
        strip();
        settle();
    }

    /// Sets the listener for the number of tabs that wait for the user.
    public void tell(IntConsumer next) {
        waiting = next;
        waits();
    }

    /// Takes the sandbox's current state. Terminals of the machine end with it; those on the host stay.
    public void show(SandboxViewState next) {
        if (model.show(next)) {
            settle();
        }
    }

    private void settle() {
        if (model.sandbox().running()) {
            all.getChildren().setAll(terminals);
            if (tabs.stream().noneMatch(TerminalTab::ofMachine)) {
                session(false);
            }
            return;
        }
        List<TerminalTab> ended = tabs.stream().filter(TerminalTab::ofMachine).toList();
        ended.forEach(this::drop);
        // Showing a stopped machine is no reason to take the keyboard focus from the user.
        if (!ended.isEmpty() || tabs.isEmpty()) {
            rest();
        }
    }

    @Override
    public Node node() {
        return all;
    }

    /// A terminal on the host stays when the sandbox fails.
    @Override
    public boolean standsAlone() {
        return !model.sandbox().running() && !tabs.isEmpty();
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
        tell(0);
        waiting = null;
    }

    /// What is shown while no terminal is open.
    private Node nothing() {
        return switch (model.content()) {
            case NONE_OPEN -> {
                Button again = UiParts.button(Feather.TERMINAL, TEXTS.get("terminal.none.open"), "primary");
                again.setOnAction(e -> session(false));
                yield EmptyState.screen(
                        Feather.TERMINAL, TEXTS.get("terminal.none.title"), TEXTS.get("terminal.none.text"), again);
            }
            case STARTING ->
                EmptyState.screen(
                        Feather.TERMINAL, TEXTS.get("terminal.starting.title"), TEXTS.get("terminal.starting.text"));
            case HIBERNATED ->
                stopped(
                        TEXTS.get("terminal.hibernated.title"),
                        TEXTS.get("terminal.hibernated.text"),
                        TEXTS.get("terminal.stopped.resume"));
            case STOPPED ->
                stopped(
                        TEXTS.get("terminal.stopped.title"),
                        TEXTS.get("terminal.stopped.text"),
                        TEXTS.get("terminal.stopped.start"));
        };
    }

    private Node stopped(String title, String text, String start) {
        Button go = UiParts.button(Feather.PLAY, start, "primary");
        go.setOnAction(e -> actions.sandboxes().start(model.sandbox()));
        return EmptyState.screen(Feather.TERMINAL, title, text, go);
    }

    private void strip() {
        Button more = UiParts.iconButton(Feather.PLUS, TEXTS.get("terminal.new"));
        ContextMenu kinds = new ContextMenu(
                ContextMenus.item(TEXTS.get("terminal.new.agent"), Feather.PLAY_CIRCLE, this::agent),
                ContextMenus.item(TEXTS.get("terminal.new.session"), TabKind.SESSION.icon(), () -> session(false)),
                ContextMenus.item(TEXTS.get("terminal.new.watch"), TabKind.WATCH.icon(), () -> session(true)),
                ContextMenus.item(TEXTS.get("terminal.new.shell"), TabKind.SHELL.icon(), this::shell),
                ContextMenus.item(TEXTS.get("terminal.new.host"), TabKind.HOST.icon(), this::host));
        more.setContextMenu(kinds);
        more.setOnAction(e -> kinds.show(more, Side.BOTTOM, 0, 4));
        Button search = UiParts.iconButton(Feather.SEARCH, TEXTS.get("terminal.find"));
        search.setOnAction(e -> {
            if (current != null) {
                current.view().search();
            }
        });
        UiParts.tip(search, TEXTS.get("terminal.find"), "Ctrl Shift F");
        strip.getChildren().setAll(more, UiParts.grow(), search);
    }

    private void agent() {
        actions.navigation().open(new DialogKind.StartAgent(model.sandbox()));
    }

    private void session(boolean watch) {
        TerminalTab[] tab = new TerminalTab[1];
        TabAttention attention = new TabAttention(actions::later);
        SessionFeed feed = new SessionFeed(
                watch,
                gate(attention),
                new OwnSession(actions, model.sandbox().id()),
                new SessionFeed.ConnectionListener() {
                    @Override
                    public void attached(TerminalStarted session) {
                        actions.later(() -> tab[0].attached(session));
                    }

                    @Override
                    public void lost(String why) {
                        actions.later(() -> tab[0].lost(why));
                    }
                });
        tab[0] = add(
                watch ? TabKind.WATCH : TabKind.SESSION,
                TEXTS.get("terminal.tab.session"),
                feed,
                attention,
                () -> session(watch));
        feed.attach();
    }

    private void shell() {
        TabAttention attention = new TabAttention(actions::later);
        GuestFeed feed = new GuestFeed(gate(attention));
        add(TabKind.SHELL, model.nextShell(), feed, attention, this::shell);
        ExecCommand command = new ExecCommand(
                List.of("/bin/bash", "-l"),
                "/workspace",
                Map.of("TERM", "xterm-256color", "COLORTERM", "truecolor"),
                "agent",
                true,
                30,
                100,
                0);
        actions.terminals()
                .open(model.sandbox().id(), command, feed)
                .done(feed::opened)
                .failed(problem -> feed.refused(TerminalFeed.words(problem)))
                .begin();
    }

    private void host() {
        Path folder = Path.of(model.sandbox().reported().spec().project());
        TabAttention attention = new TabAttention(actions::later);
        HostFeed feed = new HostFeed(folder, gate(attention));
        add(TabKind.HOST, TEXTS.get("terminal.tab.host"), feed, attention, this::host);
        feed.start();
    }

    private TerminalTab add(TabKind kind, String name, TerminalFeed feed, TabAttention attention, Runnable another) {
        TerminalTab[] holder = new TerminalTab[1];
        TerminalView view =
                new TerminalView(context, new TabBell(actions::later, () -> holder[0].rang()), this::follow);
        if (kind != TabKind.WATCH) {
            view.accept(new TabFiles(kind, view));
        }
        TerminalTab tab = new TerminalTab(kind, name, view, feed, attention, this);
        holder[0] = tab;
        tabs.add(tab);
        strip.getChildren().add(tabs.size() - 1, tab.handle());
        open(tab);
        var _ = feed.first().thenAccept(nothing -> actions.later(tab::answered));
        var _ = feed.last()
                .thenAccept(words -> actions.later(() -> tab.ended(FigureFormat.printable(words), () -> {
                    end(tab);
                    another.run();
                })));
        return tab;
    }

    /// Opens a page whose link was clicked in a terminal, after the user has seen its address.
    private void follow(String address) {
        context.overlay().open(new LinkPrompt(context, address, () -> WebBrowser.open(address)));
    }

    @Override
    public void open(TerminalTab tab) {
        if (tabs.contains(tab)) {
            current = tab;
            tabs.forEach(t -> t.choose(t.equals(tab)));
            content.getChildren().setAll(tab.body());
            tab.view().enter();
        }
    }

    @Override
    public void waits() {
        tell((int) tabs.stream().filter(TerminalTab::waits).count());
    }

    private void tell(int count) {
        IntConsumer listener = waiting;
        if (listener != null) {
            listener.accept(count);
        }
    }

    @Override
    public void end(TerminalTab tab) {
        drop(tab);
        rest();
    }

    private void drop(TerminalTab tab) {
        tab.close();
        tabs.remove(tab);
        strip.getChildren().remove(tab.handle());
    }

    /// Selects the tab to show after others were closed: the current or another one, or a message that says
    /// why none.
    private void rest() {
        waits();
        Optional<TerminalTab> front = TerminalsModel.front(tabs, current);
        if (front.isPresent()) {
            open(front.get());
            return;
        }
        current = null;
        (model.sandbox().running() ? content : all).getChildren().setAll(nothing());
    }

    private OutputGate gate(TabAttention attention) {
        return new OutputGate(
                new ClipboardRequest(actions::later, context.overlay()::busy, this::ask), attention::called);
    }

    private void ask(String words) {
        context.overlay()
                .open(new ClipboardPrompt(context, model.sandbox().name(), words, () -> ContextMenus.copied(words)));
    }

    /// Files that the user gives to a tab: a terminal on the host reads them where they are.
    private final class TabFiles implements DropTarget.FileReceiver {
        private final TabKind kind;
        private final TerminalView view;

        TabFiles(TabKind kind, TerminalView view) {
            this.kind = kind;
            this.view = view;
        }

        @Override
        public void files(List<Path> files) {
            if (kind == TabKind.HOST) {
                view.type(DroppedFiles.paths(files.stream().map(Path::toString).toList()));
            } else {
                dropped.copy(model.sandbox().id(), files, view::type);
            }
        }

        @Override
        public void picture(Image picture) {
            if (kind != TabKind.HOST) {
                dropped.copy(model.sandbox().id(), picture, view::type);
            }
        }
    }
}
