package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.view.host.AgentHealth;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The status of the recorded host and its guest image; requests to change it go to `requests`.
final class RecordedHostStatus {
    private final Scenario scenario;
    private final Consumer<String> requests;
    private volatile UnaryOperator<HostStatus> change = same -> same;
    private volatile boolean refusesEmulation;

    RecordedHostStatus(Scenario scenario, Consumer<String> requests) {
        this.scenario = scenario;
        this.requests = requests;
    }

    void change(UnaryOperator<HostStatus> next) {
        change = next;
    }

    void refuseEmulation() {
        refusesEmulation = true;
    }

    boolean refusesEmulation() {
        return refusesEmulation;
    }

    public AgentHealth health() throws AgentException {
        return new AgentHealth(true, "0.1.0", 4711, "/home/mia/.local/share/belljar", RecordedHost.at("12:00:00"));
    }

    public HostStatus acceptEmulation() throws AgentException {
        requests.accept("accept emulation");
        refusesEmulation = false;
        return host();
    }

    public HostStatus host() throws AgentException {
        return change.apply(RecordedHost.host(
                switch (scenario) {
                    case FIRST_RUN -> RecordedHost.building();
                    case BROKEN_IMAGE -> RecordedHost.brokenImage();
                    case BUSY, ASKING, MANY_SNAPSHOTS, MANY_CHANGES, CONFLICTS, EMPTY, DOWN -> RecordedHost.ready();
                }));
    }

    public ImageStatus buildImage() throws AgentException {
        requests.accept("buildImage");
        return RecordedHost.building();
    }

    public ImageStatus refreshImage() throws AgentException {
        return host().image();
    }

    public ImageStatus cancelImage() throws AgentException {
        return host().image();
    }

    public ImageStatus checkImage() throws AgentException {
        return host().image();
    }

    public ImagesPruned pruneImages() throws AgentException {
        requests.accept("pruneImages");
        return new ImagesPruned(List.of(), 0);
    }

    public void rebuildIndex() {
        requests.accept("rebuildIndex");
    }

    public void shutdown() {
        requests.accept("shutdown");
    }
}
