package dev.belljar.app;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.FxPulse;
import dev.belljar.app.live.HostWatch;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.look.Theme;
import dev.belljar.app.shell.Services;
import dev.belljar.app.shell.Workbench;
import dev.belljar.client.AgentClient;
import java.time.Clock;
import java.time.Duration;

/// Wires the window: one agent, one door to the FX thread, the watches, the wishes, the workbench.
public final class Workstation {
    private Workstation() {}

    /// A window on this agent. The caller owns the agent; call on the FX thread.
    public static Workbench open(AgentClient agent, Theme theme, Clock clock, double width, double height) {
        FxPulse pulse = new FxPulse();
        HostWatch host = new HostWatch(agent, pulse, clock, Duration.ofSeconds(1));
        Wishes wishes = new Wishes(agent, pulse, host::hurry);
        Services services = new Services(host, wishes, id -> new SandboxWatch(agent, pulse, clock, id).start());
        Workbench bench = new Workbench(services, theme, clock, width, height);
        host.start();
        return bench;
    }
}
