package dev.belljar.app.pictures;

import dev.belljar.app.recorded.RecordedAgent.Mood;
import dev.belljar.app.recorded.Rulebook;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.RoomKind;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.request.SetPreset;
import java.util.List;
import javafx.scene.input.KeyCode;

/// Screens on an afternoon when machines ask.
final class AskingShots {
    private AskingShots() {}

    static List<Shot> all() {
        return List.of(
                new Shot(
                        "inbox-open",
                        Mood.ASKING,
                        booth -> {
                            Shots.enter(booth, "shop", RoomKind.PROCESSES);
                            inbox(booth);
                        },
                        "Waiting for you",
                        "api.github.com:443",
                        "node 1236 ← sh 1231 ← npm 1209",
                        "node scripts/fetch-binary.js",
                        "has sent 48.2 kB so far",
                        "registry.npmjs.org",
                        "0:24"),
                new Shot(
                        "inbox-more",
                        Mood.ASKING,
                        booth -> {
                            Shots.enter(booth, "shop", RoomKind.PROCESSES);
                            inbox(booth);
                            booth.key(KeyCode.DOWN);
                            booth.key(KeyCode.ENTER);
                            booth.agent().rules().answerElsewhere("6b1f04", true);
                            booth.awaitWords(List.of("Allowed elsewhere"));
                        },
                        "For minutes",
                        "Allowed elsewhere"),
                new Shot(
                        "inbox-private",
                        Mood.ASKING,
                        booth -> {
                            Shots.enter(booth, "shop", RoomKind.PROCESSES);
                            inbox(booth);
                            booth.agent().rules().ask(Rulebook.inside());
                            booth.awaitWords(List.of("npm.corp.example → 10.20.0.5"));
                            booth.key(KeyCode.DOWN);
                            booth.key(KeyCode.DOWN);
                            booth.key(KeyCode.DOWN);
                            booth.key(KeyCode.ENTER);
                        },
                        "npm.corp.example → 10.20.0.5",
                        "The name leads to 10.20.0.5, a private address.",
                        "At address"),
                new Shot(
                        "inbox-empty",
                        Mood.BUSY,
                        booth -> {
                            Shots.enter(booth, "shop", RoomKind.PROCESSES);
                            booth.run(() -> booth.bench().inbox());
                        },
                        "Waiting for you"),
                new Shot(
                        "dock-open",
                        Mood.ASKING,
                        booth -> Shots.enter(booth, "shop", RoomKind.TERMINAL),
                        "session",
                        "All 3",
                        "node 1236"),
                new Shot(
                        "launcher-waiting",
                        Mood.ASKING,
                        booth -> booth.run(() -> booth.bench().model().go(new Place.Home())),
                        "shop",
                        "3 waiting"),
                new Shot(
                        "network-held",
                        Mood.ASKING,
                        booth -> Shots.enter(booth, "shop", RoomKind.NETWORK),
                        "registry.npmjs.org",
                        "Held 2",
                        "held 0:24",
                        "Ask me"),
                new Shot(
                        "network-open",
                        Mood.BUSY,
                        booth -> {
                            booth.agent().rules().preset("sb-shop", new SetPreset(Preset.OPEN, null));
                            Shots.enter(booth, "shop", RoomKind.NETWORK);
                        },
                        "Open, logged",
                        "registry.npmjs.org"),
                new Shot("policy-rules", Mood.ASKING, booth -> policy(booth, 0), "deb.debian.org:80", "Organization"),
                new Shot("policy-proposal", Mood.ASKING, booth -> policy(booth, 1), "Take over all 3"),
                new Shot(
                        "policy-draft",
                        Mood.ASKING,
                        booth -> {
                            policy(booth, 2);
                            booth.await(
                                    "a draft",
                                    b -> booth.agent().rules().wishes().contains("export SANDBOX"));
                            booth.settle();
                            booth.press(".try-draft");
                        },
                        "24 would be decided differently",
                        "17×"),
                new Shot("policy-secrets", Mood.ASKING, booth -> policy(booth, 3), "NPM_TOKEN", "goes nowhere"),
                new Shot("network-held", Mood.ASKING, booth -> Shots.enter(booth, "shop", RoomKind.NETWORK), "Held 2")
                        .sized(900, 600),
                new Shot("policy-rules", Mood.ASKING, booth -> policy(booth, 0), "Organization").sized(900, 600),
                new Shot("dock-open", Mood.ASKING, booth -> Shots.enter(booth, "shop", RoomKind.PROCESSES), "systemd")
                        .sized(900, 600));
    }

    /// Opens the policy of `shop` at one of its parts.
    private static void policy(Booth booth, int part) {
        Shots.enter(booth, "shop", RoomKind.NETWORK);
        booth.press(".policy-button");
        booth.awaitWords(List.of("Network policy of shop", "Organization"));
        booth.part(".policy .segments", part);
    }

    static void inbox(Booth booth) {
        booth.awaitWords(List.of("3 waiting"));
        booth.run(() -> booth.bench().inbox());
        booth.awaitWords(List.of("Waiting for you"));
    }
}
