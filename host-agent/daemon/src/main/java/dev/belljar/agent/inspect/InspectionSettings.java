package dev.belljar.agent.inspect;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.TrustedAuthorities;
import dev.belljar.agent.certificate.PemCodec;
import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.mirror.ChosenMirrors;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.problem.BelljarException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The TLS inspection of all sandboxes. Safe for several threads.
public final class InspectionSettings {
    private static final String OWN = "belljar";

    private final SecretStore secrets;
    private final AuditLog audit;
    private final UpstreamTls upstream;
    private final TrustedAuthorities authorities;
    private final ChosenMirrors mirrors;
    private final InstantSource clock;
    private final HostBudget memory;
    private final Map<String, SandboxInspection> sandboxes = new ConcurrentHashMap<>();

    /// Inspection with these secrets, and with the certificate checks of `upstream`. Guests also trust the
    /// `authorities` and use the `mirrors`. `memory` is the bytes that the connections of all sandboxes may hold.
    public InspectionSettings(
            SecretStore secrets,
            AuditLog audit,
            UpstreamTls upstream,
            TrustedAuthorities authorities,
            ChosenMirrors mirrors,
            InstantSource clock,
            HostBudget memory) {
        this.memory = memory;
        this.secrets = secrets;
        this.audit = audit;
        this.upstream = upstream;
        this.authorities = authorities;
        this.mirrors = mirrors;
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

    /// The inspector of a sandbox's connections; `sink` gets the requests.
    ///
    /// @throws InspectException when the sandbox's settings cannot be read
    public ConnectionInspector inspector(PolicySubject subject, Consumer<HttpEvent> sink) throws InspectException {
        SandboxInspection sandbox = of(subject);
        if (sandbox.active()) {
            // Created here, where it may take long, not on the thread that handles the packets.
            SandboxAuthority _ = sandbox.authority();
            Map<String, String> _ = sandbox.placeholders();
        }
        return new TlsInspector(sandbox, upstream, audit, sink, clock, memory);
    }

    /// Whether TLS connections of a sandbox to this name, or to the names of this pattern, are inspected.
    ///
    /// @throws InspectException when the settings cannot be read
    public boolean inspects(PolicySubject subject, String name) throws InspectException {
        return of(subject).looks(name);
    }

    /// What is inspected in a sandbox.
    ///
    /// @throws InspectException when it cannot be read
    public InspectionView view(PolicySubject subject) throws InspectException {
        return of(subject).view();
    }

    /// Switches inspection of connections to names on or off; open connections stay as they are.
    ///
    /// @throws InspectException when one is not a host name, or the settings cannot be written
    public InspectionView set(PolicySubject subject, boolean on, List<String> names) throws InspectException {
        SandboxInspection sandbox = of(subject);
        sandbox.set(on, names);
        String which = names.isEmpty() ? "all names" : String.join(", ", names);
        audit.record("policy", subject.id(), which, "", on ? "inspected" : "not inspected");
        return sandbox.view();
    }

    /// The environment variables that the developer's programs in this sandbox get.
    ///
    /// @throws InspectException when a placeholder cannot be written
    public Map<String, String> environment(PolicySubject subject) throws InspectException {
        SandboxInspection sandbox = of(subject);
        return environment(sandbox, sandbox.installed());
    }

    private Map<String, String> environment(SandboxInspection sandbox, boolean trusts) throws InspectException {
        Map<String, String> variables =
                new LinkedHashMap<>(GuestTrust.environment(trusts, authorities.forJava(), sandbox.placeholders()));
        variables.putAll(mirrors.environment());
        return variables;
    }

    /// Why the chosen mirrors cannot be read, in which case guests stay as they are.
    public Optional<String> mirrorProblem() {
        return mirrors.problem();
    }

    /// What to run in the guest so that its package managers use the chosen mirrors; empty if they never did.
    ///
    /// @throws InspectException when a placeholder cannot be written
    public Optional<ChosenMirrors.MirrorSetup> mirrors(PolicySubject subject) throws InspectException {
        return mirrors.setup(of(subject).placeholders());
    }

    /// What to run in the guest to match the settings; empty if the guest never had to trust anything, and has no
    /// variables of mirrors.
    ///
    /// @throws BelljarException when an authority cannot be used
    public Optional<GuestSetup> setup(PolicySubject subject) throws BelljarException {
        SandboxInspection sandbox = of(subject);
        boolean active = sandbox.active();
        List<X509Certificate> chosen = authorities.of(subject.project());
        if (!active && chosen.isEmpty() && !sandbox.installed() && !mirrors.everChosen()) {
            return Optional.empty();
        }
        boolean trusts = active || !chosen.isEmpty();
        List<X509Certificate> all = new ArrayList<>(chosen);
        Map<String, String> files = new LinkedHashMap<>();
        if (active) {
            all.add(sandbox.authority().certificate());
            files.put(OWN, sandbox.authority().pem());
        }
        for (int i = 0; i < chosen.size(); i++) {
            files.put(OWN + "-" + (i + 1), PemCodec.of(chosen.get(i)));
        }
        Map<String, String> variables = environment(sandbox, trusts);
        byte[] java = trusts ? authorities.javaStore(all) : new byte[0];
        return Optional.of(new GuestSetup(
                GuestTrust.command(variables), GuestTrust.input(files, java), active, !chosen.isEmpty()));
    }

    /// Notes that the setup was run successfully.
    ///
    /// @throws InspectException when that cannot be written
    public void settled(PolicySubject subject, GuestSetup done) throws InspectException {
        of(subject).installed(done.inspected(), done.authorities());
    }

    /// The sandbox's settings file as text, to be saved beside a snapshot; null if there is none.
    ///
    /// The text is not checked: damaged settings are just as damaged in a branch, and have the same effect
    /// there.
    ///
    /// @throws InspectException when it cannot be read
    public @Nullable String kept(PolicySubject subject) throws InspectException {
        return SandboxInspection.kept(subject.folder());
    }

    /// Gives a branch the names and placeholders of its origin as they are now, because its running programs
    /// use them; if the origin is gone, those that were `kept` beside the snapshot. The branch has its own
    /// certificate authority.
    ///
    /// @throws InspectException when they cannot be read or written
    public void inherit(@Nullable PolicySubject from, @Nullable String kept, PolicySubject to) throws InspectException {
        String inherited = from == null ? kept : kept(from);
        if (inherited != null) {
            SandboxInspection.keep(to.folder(), inherited);
            audit.record(
                    "policy",
                    to.id(),
                    "inspection",
                    "",
                    "copied from " + (from == null ? "its snapshot" : from.name()));
        }
    }

    /// Removes a sandbox that is gone from memory.
    public void forget(String id) {
        sandboxes.remove(id);
    }
}
