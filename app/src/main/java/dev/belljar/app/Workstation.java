package dev.belljar.app;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.FxPulse;
import dev.belljar.app.live.HostWatch;
import dev.belljar.app.live.QuestionWatch;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Overlay;
import dev.belljar.app.look.Theme;
import dev.belljar.app.shell.Desktop;
import dev.belljar.app.shell.Services;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.terminal.Flood;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.codec.Json;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;

/// Wires the window: one agent, one door to the FX thread, the watches, the wishes, the workbench.
public final class Workstation {
    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;

    private Workstation() {}

    /// Opens the window, or with `--picture` draws it without a display; `--flood` prints what a flood of output costs.
    public static void main(String[] words) {
        Options options;
        try {
            options = Options.of(words);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        if (options.hidden()) {
            System.setProperty("glass.platform", "Headless");
            System.setProperty("prism.order", "sw");
            System.setProperty("prism.lcdtext", "false");
            System.setProperty("java.awt.headless", "true");
            System.setProperty("belljar.still", "true");
        }
        Quiet.install();
        CompletableFuture<Integer> exit = new CompletableFuture<>();
        Integer flood = options.flood();
        Platform.startup(() -> {
            if (flood == null) {
                show(options, exit);
            } else {
                flood(flood, theme(options.theme()), exit);
            }
        });
        System.exit(exit.exceptionally(Workstation::failed).join());
    }

    /// A window on this agent. The caller owns the agent; call on the FX thread.
    public static Workbench open(AgentClient agent, Theme theme, Clock clock, double width, double height) {
        return open(agent, () -> {}, Desktop.NONE, theme, clock, width, height);
    }

    /// The same on this desktop; `wake` is told when the person wants a host agent started that was stopped.
    public static Workbench open(
            AgentClient agent, Runnable wake, Desktop desktop, Theme theme, Clock clock, double width, double height) {
        FxPulse pulse = new FxPulse();
        HostWatch host = new HostWatch(agent, pulse, clock, Duration.ofSeconds(1));
        Wishes wishes = new Wishes(agent, pulse, host::hurry);
        Runnable again = () -> {
            wake.run();
            host.hurry();
        };
        QuestionWatch questions = new QuestionWatch(agent, pulse);
        Services services = new Services(
                host, questions, again, wishes, id -> new SandboxWatch(agent, pulse, clock, id).start(), desktop);
        Workbench bench = new Workbench(services, theme, clock, width, height);
        host.start();
        questions.start();
        return bench;
    }

    private static void show(Options options, CompletableFuture<Integer> exit) {
        AgentStarter starter = new AgentStarter(System.getenv());
        LateAgent agent = new LateAgent(starter::findOrStart, starter::findAgain);
        Clock clock = Clock.system(ZoneId.systemDefault());
        Workbench bench = open(agent, agent::wake, desktop(), theme(options.theme()), clock, WIDTH, HEIGHT);
        Stage stage = new Stage();
        stage.setTitle("Belljar");
        stage.setScene(bench.scene());
        stage.setMinWidth(900);
        stage.setMinHeight(600);
        bench.icons().forEach(stage.getIcons()::add);
        stage.setOnHidden(e -> {
            bench.close();
            exit.complete(0);
        });
        stage.show();
        Path picture = options.picture();
        if (picture != null) {
            var _ = new Photograph(bench, options, picture).take().whenComplete((code, fault) -> {
                if (fault == null) {
                    exit.complete(code);
                } else {
                    exit.completeExceptionally(fault);
                }
            });
        }
    }

    private static void flood(int megabytes, Theme theme, CompletableFuture<Integer> exit) {
        var _ = flood(megabytes, theme).whenComplete((cost, fault) -> {
            if (fault != null) {
                exit.completeExceptionally(fault);
            } else {
                System.out.println(Json.line(cost));
                exit.complete(0);
            }
        });
    }

    /// Floods a terminal of a window of its own, which goes when all is drawn; on the FX thread, where the cost is
    /// told.
    static CompletableFuture<Flood.Cost> flood(int megabytes, Theme theme) {
        StackPane window = new StackPane();
        Overlay overlay = new Overlay(window);
        Desk desk = new Desk(overlay, new ReadOnlyObjectWrapper<>(theme), Clock.system(ZoneId.systemDefault()));
        Flood flood = new Flood(desk, megabytes);
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

    private static Desktop desktop() {
        return new Desktop(
                DesktopNotifier.find(System.getenv().getOrDefault("PATH", "")),
                DesktopEditors.find(System.getenv()),
                DesktopBrowsers.find(System.getenv()));
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
