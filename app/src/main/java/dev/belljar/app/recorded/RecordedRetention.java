package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.RetentionStatus;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;
import java.util.function.Consumer;

/// The retention settings and the trash of the recorded host; requests to change them go to `requests`.
final class RecordedRetention {
    private final Scenario scenario;
    private final RecordedSandboxes sandboxes;
    private final Consumer<String> requests;
    private volatile boolean damaged;

    RecordedRetention(Scenario scenario, RecordedSandboxes sandboxes, Consumer<String> requests) {
        this.scenario = scenario;
        this.sandboxes = sandboxes;
        this.requests = requests;
    }

    /// Answers from now on that the settings cannot be read.
    void damage() {
        damaged = true;
    }

    public RetentionStatus retention() {
        if (damaged) {
            String problem = "/home/mia/.local/share/belljar/retention.json cannot be read";
            return new RetentionStatus(30, 1440, 0, 0, 0, 0, List.of(), problem);
        }
        boolean fixed = scenario == Scenario.ASKING;
        return new RetentionStatus(
                fixed ? 45 : 30, 1440, 1440, 2880, 10080, 43200, fixed ? List.of("idleMinutes") : List.of(), null);
    }

    public RetentionStatus retain(SetRetention request) {
        requests.accept("retain " + request.said());
        return retention();
    }

    public RetentionStatus retainAsUsual() {
        requests.accept("retain as usual");
        return retention();
    }

    public List<TrashItem> trash() throws AgentException {
        return scenario == Scenario.BUSY || scenario == Scenario.ASKING ? RecordedSnapshots.trash() : List.of();
    }

    public Sandbox restoreTrash(String item) throws AgentException {
        requests.accept("restore " + item);
        return sandboxes.get(item);
    }

    public void discardTrash(String item) {
        requests.accept("discard " + item);
    }

    public GarbageCollected emptyTrash(boolean unsaved) {
        requests.accept("empty trash");
        return new GarbageCollected(false, List.of(), 0, null);
    }

    public GarbageCollected collect(boolean dryRun) {
        requests.accept("collect");
        return new GarbageCollected(dryRun, List.of(), 0, null);
    }
}
