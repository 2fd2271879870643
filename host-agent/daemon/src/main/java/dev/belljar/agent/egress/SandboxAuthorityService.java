package dev.belljar.agent.egress;

import dev.belljar.agent.authority.AuthorityService;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host's certificate authorities that guests trust, which running guests are told at once. A project is
/// given by its absolute path, null for all of them.
public final class SandboxAuthorityService {
    private final SandboxRegistry registry;
    private final AuthorityService authorities;
    private final InspectionSetup setup;

    public SandboxAuthorityService(SandboxRegistry registry, AuthorityService authorities, InspectionSetup setup) {
        this.registry = registry;
        this.authorities = authorities;
        this.setup = setup;
    }

    /// The authorities of this host, and those that were chosen.
    public AuthorityList list() throws BelljarException {
        return authorities.list();
    }

    /// Makes guests trust authorities.
    public AuthorityChange trust(List<String> fingerprints, @Nullable String project)
            throws BelljarException, InterruptedException {
        Path folder = folder(project);
        authorities.trust(fingerprints, folder == null ? null : folder.toString());
        return applied(folder);
    }

    /// Ends the trust of guests in authorities.
    public AuthorityChange revoke(List<String> fingerprints, @Nullable String project)
            throws BelljarException, InterruptedException {
        Path folder = folder(project);
        authorities.revoke(fingerprints, folder == null ? null : folder.toString());
        return applied(folder);
    }

    private AuthorityChange applied(@Nullable Path project) throws BelljarException, InterruptedException {
        List<String> done = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (SandboxRuntime sandbox : registry.all()) {
            GuestLink link = sandbox.anyLink().orElse(null);
            boolean concerned = project == null || project.equals(sandbox.project());
            if (concerned && sandbox.state() == SandboxState.RUNNING) {
                boolean configured = link != null && setup.configure(sandbox, link);
                (configured ? done : failed).add(sandbox.name());
            }
        }
        registry.record(new HostEvent.PolicyChanged(
                0, System.currentTimeMillis(), null, HostEvent.PolicyChanged.PolicyPart.INSPECTION, null, null, null));
        return new AuthorityChange(authorities.list().authorities(), done, failed);
    }

    private static @Nullable Path folder(@Nullable String project) throws SandboxException {
        if (project == null) {
            return null;
        }
        try {
            Path path = Path.of(project);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            // Refused below.
        }
        throw new SandboxException(
                ProblemCode.BAD_REQUEST,
                "project \"%s\": expected the absolute path of a folder".formatted(VisibleText.line(project)),
                null);
    }
}
