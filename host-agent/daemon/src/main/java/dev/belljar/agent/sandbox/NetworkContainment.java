package dev.belljar.agent.sandbox;

import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.function.Supplier;

/// Closes the network of one sandbox whatever its rules say, and opens it again; the record notes both.
///
/// The network of a sandbox that is being ended is closed, however long the fetch of its work takes. Its flows
/// end at their next check, within a second.
public final class NetworkContainment {
    private final SandboxRecordStore store;
    private final MachineConnections connections;
    private final EventRecorder observation;
    private final Supplier<PolicySubject> subject;
    private final PolicyService policies;
    private boolean closed;

    NetworkContainment(
            SandboxRecordStore store,
            MachineConnections connections,
            EventRecorder observation,
            Supplier<PolicySubject> subject,
            PolicyService policies) {
        this.store = store;
        this.connections = connections;
        this.observation = observation;
        this.subject = subject;
        this.policies = policies;
    }

    public synchronized void close(String why) {
        if (!closed) {
            closed = true;
            policies.contain(subject.get(), why + ": its network is closed");
            report("closed because " + why);
        }
    }

    /// Opens the network, unless the next end has begun already, which may overtake the caller.
    public synchronized void open(String why) {
        if (store.record().state() == SandboxState.STOPPING) {
            return;
        }
        policies.uncontain(subject.get());
        if (closed) {
            closed = false;
            report("open again because " + why);
        }
    }

    /// Records a note, unless the machine has no network now.
    private void report(String words) {
        if (connections.gateway().isPresent()) {
            observation.note("note", "network", words);
        }
    }
}
