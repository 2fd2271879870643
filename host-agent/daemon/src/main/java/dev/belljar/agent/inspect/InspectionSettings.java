package dev.belljar.agent.inspect;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.policy.PolicySubject;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.event.HttpEvent;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.request.ExecCommand;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What is looked into in every sandbox. Safe for several threads.
public final class InspectionSettings {
    private final SecretStore secrets;
    private final AuditLog audit;
    private final UpstreamTls upstream;
    private final InstantSource clock;
    private final HostBudget memory;
    private final Map<String, SandboxInspection> sandboxes = new ConcurrentHashMap<>();

    /// Inspections that use these secrets and believe servers as `upstream` does; `memory` is the bytes that the
    /// connections of all sandboxes may hold.
    public InspectionSettings(
            SecretStore secrets, AuditLog audit, UpstreamTls upstream, InstantSource clock, HostBudget memory) {
        this.memory = memory;
        this.secrets = secrets;
        this.audit = audit;
        this.upstream = upstream;
        this.clock = clock;
    }

    private SandboxInspection of(PolicySubject subject) throws InspectException {
        SandboxInspection known = sandboxes.get(subject.id());
        if (known != null) {
            return known;
        }
        SandboxInspection opened =
                SandboxInspection.open(subject.id(), subject.name(), subject.folder(), secrets, clock);
        SandboxInspection before = sandboxes.putIfAbsent(subject.id(), opened);
        return before == null ? opened : before;
    }

    /// What looks into a sandbox's connections; `sink` is told of requests.
    ///
    /// @throws InspectException when what is kept of it cannot be read
    public ConnectionInspector inspector(PolicySubject subject, Consumer<HttpEvent> sink) throws InspectException {
        SandboxInspection sandbox = of(subject);
        if (sandbox.active()) {
            // Made here, where it may take its time, and not on the thread that carries the packets.
            SandboxAuthority _ = sandbox.authority();
            Map<String, String> _ = sandbox.placeholders();
        }
        return new TlsInspector(sandbox, upstream, audit, sink, clock, memory);
    }

    /// What is looked into.
    ///
    /// @throws InspectException when it cannot be read
    public InspectionView view(PolicySubject subject) throws InspectException {
        return of(subject).view();
    }

    /// Begins or ends looking into connections to names; what is open goes on as it began.
    ///
    /// @throws InspectException when one is no name, or it cannot be written
    public InspectionView set(PolicySubject subject, boolean on, List<String> names) throws InspectException {
        SandboxInspection sandbox = of(subject);
        sandbox.set(on, names);
        String which = names.isEmpty() ? "all names" : String.join(", ", names);
        audit.record("policy", subject.id(), which, "", on ? "inspected" : "not inspected");
        return sandbox.view();
    }

    /// The variables that a person's programs in this sandbox see.
    ///
    /// @throws InspectException when a placeholder cannot be kept
    public Map<String, String> environment(PolicySubject subject) throws InspectException {
        SandboxInspection sandbox = of(subject);
        return GuestTrust.environment(sandbox.installed(), sandbox.placeholders());
    }

    /// What is to be run in the machine so that it fits what is looked into; empty when it never was and is not.
    ///
    /// @throws InspectException when the authority cannot be used
    public Optional<ExecCommand> setup(PolicySubject subject) throws InspectException {
        SandboxInspection sandbox = of(subject);
        boolean active = sandbox.active();
        if (!active && !sandbox.installed()) {
            return Optional.empty();
        }
        Map<String, String> variables = GuestTrust.environment(active, sandbox.placeholders());
        return Optional.of(GuestTrust.command(active ? sandbox.authority().pem() : "", variables));
    }

    /// It was run, and it worked.
    ///
    /// @throws InspectException when that cannot be kept
    public void settled(PolicySubject subject) throws InspectException {
        SandboxInspection sandbox = of(subject);
        sandbox.installed(sandbox.active());
    }

    /// What is kept of a sandbox, as it is, to be kept beside a snapshot of it; null where nothing is.
    ///
    /// It is not looked at: what is damaged is as damaged in a branch, and stops there what it stops here.
    ///
    /// @throws InspectException when it cannot be read
    public @Nullable String kept(PolicySubject subject) throws InspectException {
        return SandboxInspection.kept(subject.folder());
    }

    /// A new sandbox that goes on from another one has the names and the placeholders of that one as they
    /// are now, for its running programs know them, or if that is gone, what was `kept` beside the
    /// snapshot; its authority is its own.
    ///
    /// @throws InspectException when they cannot be read or written
    public void inherit(@Nullable PolicySubject from, @Nullable String kept, PolicySubject to) throws InspectException {
        String inherited = from == null ? kept : kept(from);
        if (inherited != null) {
            SandboxInspection.keep(to.folder(), inherited);
            audit.record("policy", to.id(), "inspection", "", "as of " + (from == null ? "its snapshot" : from.name()));
        }
    }

    /// Lets go of a sandbox that is gone.
    public void forget(String id) {
        sandboxes.remove(id);
    }
}
