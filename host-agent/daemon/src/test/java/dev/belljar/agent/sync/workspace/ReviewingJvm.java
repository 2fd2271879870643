package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/// A process that reviews the work of a sandbox made by `SyncFixture`, to be run with little memory and with another
/// git.
final class ReviewingJvm {
    private ReviewingJvm() {}

    public static void main(String[] args) throws Exception {
        Path temp = Path.of(args[0]);
        Path project = Path.of(args[1]);
        SyncFixture sync = new SyncFixture(temp);
        if (args.length == 3) {
            accepting(sync, temp, project);
            return;
        }
        if (args.length > 3) {
            whileReviewing(sync, new ScriptedGuest(temp), project, Path.of(args[2]), Path.of(args[3]));
            return;
        }
        ScriptedGuest guest = new ScriptedGuest(temp);
        var plan = sync.workspace().plan(SyncFixture.ID, "shop", project, guest);
        var diff = sync.workspace().diff(SyncFixture.ID, project, guest);
        if (!diff.equals(plan.diff())) {
            throw new IllegalStateException("two views of the same work differ");
        }
        System.out.println("reviewed " + diff.files().size() + " complete " + diff.complete());
    }

    private static void accepting(SyncFixture sync, Path temp, Path project) throws Exception {
        LocalGuest guest = new ScriptedGuest(temp);
        var plan = sync.workspace().plan(SyncFixture.ID, "shop", project, guest);
        var accepted = sync.accept(project, plan);
        sync.workspace().salvage(SyncFixture.ID, project, guest);
        sync.workspace().objects(SyncFixture.ID, project);
        deliverAgain(sync, temp, project);
        System.out.println("accepted " + accepted.files());
    }

    private static void deliverAgain(SyncFixture sync, Path temp, Path project) throws Exception {
        Path again = Files.createDirectories(temp.resolve("again"));
        LocalGuest guest = new LocalGuest(again.resolve("workspace"), Files.createDirectories(again.resolve("home")));
        HostRepository repository =
                new HostRepository(sync.workspace().repository(project), ConfinementLauncher.here());
        String capture = repository.ref(RefNames.capture(SyncFixture.ID)).orElseThrow();
        sync.workspace()
                .deliver(
                        SyncFixture.ID,
                        project,
                        sync.workspace().captured(SyncFixture.ID, project, capture),
                        guest,
                        (done, total) -> {});
    }

    // Git blocks the review after it created `begun`, until `go` exists.
    private static void whileReviewing(SyncFixture sync, LocalGuest guest, Path project, Path begun, Path go)
            throws Exception {
        Thread review = Thread.ofPlatform().start(() -> {
            try {
                var plan = sync.workspace().plan(SyncFixture.ID, "shop", project, guest);
                System.out.println("plan of " + plan.diff().files().size());
            } catch (SyncException | InterruptedException e) {
                System.out.println("review failed: " + e);
            }
        });
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> Files.exists(begun));
        sync.workspace().salvage(SyncFixture.ID, project, null);
        System.out.println("salvaged");
        sync.workspace().capture("other", project, false);
        System.out.println("captured");
        Files.write(go, List.of());
        review.join();
    }
}
