package dev.belljar.app.pictures;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.RecordedRules;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.policy.SetNetworkMode;
import java.util.List;
import javafx.scene.input.KeyCode;

/// Pictures of screens with pending approvals.
final class AskingShots {
    private AskingShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "inbox-open",
                        Scenario.ASKING,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                            inbox(window);
                        },
                        "Waiting for you",
                        "api.github.com:443",
                        "node 1236 ← sh 1231 ← npm 1209",
                        "node scripts/fetch-binary.js",
                        "sent 48.2 kB",
                        "registry.npmjs.org",
                        "0:24"),
                new ScreenCase(
                        "inbox-more",
                        Scenario.ASKING,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                            inbox(window);
                            window.key(KeyCode.DOWN);
                            window.key(KeyCode.ENTER);
                            window.agent().rules().answerElsewhere("6b1f04", true);
                            window.awaitWords(List.of("Already allowed"));
                        },
                        "Expires after (min)",
                        "Already allowed"),
                new ScreenCase(
                        "inbox-private",
                        Scenario.ASKING,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                            inbox(window);
                            window.agent().rules().ask(RecordedRules.inside());
                            window.awaitWords(List.of("npm.corp.example → 10.20.0.5"));
                            window.key(KeyCode.DOWN);
                            window.key(KeyCode.DOWN);
                            window.key(KeyCode.DOWN);
                            window.key(KeyCode.ENTER);
                        },
                        "npm.corp.example → 10.20.0.5",
                        "The name resolves to 10.20.0.5, a private address.",
                        "Limit to address"),
                new ScreenCase(
                        "inbox-empty",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                            window.run(() -> window.workbench().inbox());
                        },
                        "Waiting for you"),
                new ScreenCase(
                        "dock-open",
                        Scenario.ASKING,
                        window -> ScreenCases.enter(window, "shop", ScreenKind.TERMINAL),
                        "session",
                        "1 of 3",
                        "node 1236"),
                new ScreenCase(
                        "launcher-waiting",
                        Scenario.ASKING,
                        window -> window.run(() -> window.workbench().model().go(new Location.HomeScreen())),
                        "shop",
                        "3 waiting"),
                new ScreenCase(
                        "network-held",
                        Scenario.ASKING,
                        window -> ScreenCases.enter(window, "shop", ScreenKind.NETWORK),
                        "registry.npmjs.org",
                        "Waiting 2",
                        "denied in 0:24",
                        "Ask me"),
                new ScreenCase(
                        "network-open",
                        Scenario.BUSY,
                        window -> {
                            window.agent().rules().networkMode("sb-shop", new SetNetworkMode(NetworkMode.OPEN, null));
                            ScreenCases.enter(window, "shop", ScreenKind.NETWORK);
                        },
                        "Open (logged)",
                        "registry.npmjs.org"),
                new ScreenCase(
                        "policy-rules",
                        Scenario.ASKING,
                        window -> policy(window, 0),
                        "deb.debian.org:80",
                        "Organization"),
                new ScreenCase("policy-proposal", Scenario.ASKING, window -> policy(window, 1), "Accept all 3"),
                new ScreenCase(
                        "policy-draft",
                        Scenario.ASKING,
                        window -> {
                            policy(window, 2);
                            window.await(
                                    "a draft",
                                    b -> window.agent().rules().requests().contains("export SANDBOX"));
                            window.settle();
                            window.press(".try-draft");
                        },
                        "recorded connections would get a different verdict",
                        "17×"),
                new ScreenCase(
                        "policy-secrets",
                        Scenario.ASKING,
                        window -> policy(window, 3),
                        "NPM_TOKEN",
                        "no host yet",
                        "by shop for model.agent.example"),
                new ScreenCase(
                        "policy-authorities",
                        Scenario.ASKING,
                        window -> policy(window, 4),
                        "CN=Example Network Root 2,O=Example Ltd",
                        "Trust for all sandboxes",
                        "issued by itself, valid from 2024-03-01 to 2034-03-01",
                        "not trusted",
                        "This computer's mirrors and registries"),
                new ScreenCase(
                                "network-held",
                                Scenario.ASKING,
                                window -> ScreenCases.enter(window, "shop", ScreenKind.NETWORK),
                                "Waiting 2")
                        .sized(900, 600),
                new ScreenCase("policy-rules", Scenario.ASKING, window -> policy(window, 0), "Organization")
                        .sized(900, 600),
                new ScreenCase(
                                "dock-open",
                                Scenario.ASKING,
                                window -> ScreenCases.enter(window, "shop", ScreenKind.PROCESSES),
                                "systemd")
                        .sized(900, 600));
    }

    /// Opens one part of the policy of `shop`.
    private static void policy(WindowHarness window, int part) {
        ScreenCases.enter(window, "shop", ScreenKind.NETWORK);
        window.press(".policy-button");
        window.awaitWords(List.of("Network policy for shop", "Organization"));
        window.part(".policy .segments", part);
    }

    static void inbox(WindowHarness window) {
        window.awaitWords(List.of("3 waiting"));
        window.run(() -> window.workbench().inbox());
        window.awaitWords(List.of("Waiting for you"));
    }
}
