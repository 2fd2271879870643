package dev.belljar.app;

import dev.belljar.app.action.TaskRunner;
import dev.belljar.app.approval.ApprovalWatch;
import dev.belljar.app.desktop.DesktopIntegration;
import dev.belljar.app.desktop.RemoteEditors;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.RecordedBrowsers;
import dev.belljar.app.recorded.RecordedHost;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.shell.WindowServices;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.state.FxPulse;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.terminal.TerminalBenchmark;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.work.WorkSurvey;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.codec.ContractJson;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;

/// Wires the window: the client of the host agent, the one [FxPulse] that reaches the FX thread, the watches,
/// the commands and the workbench.
public final class BelljarWindow {
    private static final Texts TEXTS = Texts.of(BelljarWindow.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(3);
    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;

    private BelljarWindow() {}

    /// Opens the window; `--picture` draws it to a file without a display, and `--flood` and `--measure` print the cost
    /// of drawing a flood of output, and of opening and moving a screen.
    public static void main(String[] words) {
        WindowOptions options;
        try {
            options = WindowOptions.of(words);
        } catch (InvalidOptionException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        if (options.help()) {
            System.out.println(WindowOptions.usage());
            return;
        }
        if (options.hidden()) {
            System.setProperty("glass.platform", "Headless");
            System.setProperty("prism.order", "sw");
            System.setProperty("prism.lcdtext", "false");
            System.setProperty("java.awt.headless", "true");
            System.setProperty("belljar.still", "true");
        } else if (System.getenv().getOrDefault("DISPLAY", "").isEmpty()
                && !System.getProperty("os.name", "").startsWith("Mac")) {
            System.err.println(TEXTS.get("window.display"));
            System.exit(1);
            return;
        }
        WindowLogging.install();
        CompletableFuture<Integer> exit = new CompletableFuture<>();
        Integer flood = options.flood();
        Platform.startup(() -> {
            if (flood == null) {
                show(options, exit);
            } else {
                flood(flood, theme(options.theme()), exit);
            }
        });
        System.exit(exit.exceptionally(BelljarWindow::failed).join());
    }

    /// Opens a window on this client, without integration in the desktop. The caller owns the client; call on
    /// the FX thread.
    public static Workbench open(AgentClient agent, Theme theme, Clock clock, double width, double height) {
        return open(agent, () -> {}, DesktopIntegration.NONE, theme, clock, width, height);
    }

    /// Opens a window on this client and this desktop; `wake` is called when the user wants a stopped host
    /// agent to start again.
    public static Workbench open(
            AgentClient agent,
            Runnable wake,
            DesktopIntegration desktop,
            Theme theme,
            Clock clock,
            double width,
            double height) {
        FxPulse pulse = new FxPulse();
        HostWatch host = new HostWatch(agent, pulse, clock, Duration.ofSeconds(1));
        TaskRunner tasks = new TaskRunner(agent, pulse, host::hurry);
        Runnable again = () -> {
            wake.run();
            host.hurry();
        };
        ApprovalWatch approvals = new ApprovalWatch(agent, host, pulse);
        WindowServices services = new WindowServices(
                host,
                approvals,
                again,
                tasks,
                id -> new SandboxWatch(agent, host, pulse, clock, id).start(),
                id -> new TimelineWatch(agent, pulse, id),
                new WorkSurvey(agent, host.state()::now, clock, BETWEEN_LOOKS),
                desktop);
        Workbench workbench = new Workbench(services, theme, clock, width, height);
        host.start();
        approvals.start();
        return workbench;
    }

    /// Opens a window on recorded data, without a host agent. It changes nothing on this desktop; call on
    /// the FX thread.
    static Workbench openRecorded(Theme theme) {
        DesktopIntegration desktop =
                new DesktopIntegration(DesktopIntegration.NONE.notifier(), RemoteEditors.NONE, new RecordedBrowsers());
        RecordedAgent agent = new RecordedAgent(Scenario.ASKING);
        Workbench workbench = open(agent, () -> {}, desktop, theme, RecordedHost.CLOCK, WIDTH, HEIGHT);
        workbench.note(TEXTS.get("window.recorded"));
        return workbench;
    }

    private static Workbench openConnected(Theme theme) {
        AgentStarter starter = new AgentStarter(System.getenv());
        AgentStartPolicy starts = new AgentStartPolicy(starter::findOrStart, starter::findAgain);
        AgentClient agent = new ReconnectingClient(starter.client(), starts);
        Clock clock = Clock.system(ZoneId.systemDefault());
        return open(agent, starts::wake, DesktopIntegration.find(System.getenv()), theme, clock, WIDTH, HEIGHT);
    }

    private static void show(WindowOptions options, CompletableFuture<Integer> exit) {
        Theme theme = theme(options.theme());
        Stage stage = new Stage();
        stage.setTitle(TEXTS.get(options.recorded() ? "window.title.recorded" : "window.title"));
        stage.setOnHidden(e -> exit.complete(0));
        Path picture = options.picture();
        if (options.measure()) {
            measure(options, stage, theme, exit);
        } else if (picture == null) {
            WindowSize size = WindowSize.on(Screen.getPrimary().getVisualBounds());
            stage.setMinWidth(size.leastWidth());
            stage.setMinHeight(size.leastHeight());
            stage.setWidth(size.width());
            stage.setHeight(size.height());
            stage.setScene(FirstFrame.scene(theme, size.width(), size.height()));
            stage.show();
            FirstFrame.drawn(stage.getScene(), () -> fill(stage, options, theme, exit));
        } else {
            Workbench workbench = fill(stage, options, theme, exit);
            stage.show();
            var _ = new WindowPicture(workbench, options, picture).take().whenComplete((code, fault) -> {
                if (fault == null) {
                    exit.complete(code);
                } else {
                    exit.completeExceptionally(fault);
                }
            });
        }
    }

    private static Workbench fill(Stage stage, WindowOptions options, Theme theme, CompletableFuture<Integer> exit) {
        Workbench workbench = options.recorded() ? openRecorded(theme) : openConnected(theme);
        stage.setScene(workbench.scene());
        workbench.icons().forEach(stage.getIcons()::add);
        stage.setOnHidden(e -> {
            workbench.close();
            exit.complete(0);
        });
        return workbench;
    }

    private static void measure(WindowOptions options, Stage stage, Theme theme, CompletableFuture<Integer> exit) {
        Workbench workbench = fill(stage, options, theme, exit);
        stage.show();
        WindowOptions.PictureSubject subject = options.subject();
        String sandbox = Objects.requireNonNull(subject.sandbox());
        report(new ScreenBenchmark(workbench, sandbox, subject.screen(), ScreenBenchmark.FRAMES).run(), exit);
    }

    private static void flood(int megabytes, Theme theme, CompletableFuture<Integer> exit) {
        report(flood(megabytes, theme), exit);
    }

    private static void report(CompletableFuture<?> measured, CompletableFuture<Integer> exit) {
        var _ = measured.whenComplete((cost, fault) -> {
            if (fault != null) {
                exit.completeExceptionally(fault);
            } else {
                System.out.println(ContractJson.line(cost));
                exit.complete(0);
            }
        });
    }

    /// Floods a terminal in a separate window, which closes when all output is drawn. Call on the FX thread;
    /// the result completes there.
    static CompletableFuture<TerminalBenchmark.TerminalCost> flood(int megabytes, Theme theme) {
        StackPane window = new StackPane();
        DialogLayer overlay = new DialogLayer(window);
        UiContext context =
                new UiContext(overlay, new ReadOnlyObjectWrapper<>(theme), Clock.system(ZoneId.systemDefault()));
        TerminalBenchmark flood = new TerminalBenchmark(context, megabytes);
        window.getChildren().add(flood.node());
        Stage stage = new Stage();
        stage.setScene(new Scene(overlay, WIDTH, HEIGHT));
        theme.dress(stage.getScene());
        stage.show();
        return flood.run().thenApply(cost -> {
            stage.close();
            return cost;
        });
    }

    private static Theme theme(@Nullable Theme asked) {
        if (asked != null) {
            return asked;
        }
        return Platform.getPreferences().getColorScheme() == ColorScheme.DARK ? Theme.DARK : Theme.LIGHT;
    }

    private static int failed(Throwable fault) {
        System.err.println(fault.getMessage());
        return 1;
    }
}
