package dev.belljar.agent.egress;

import dev.belljar.agent.authority.AuthorityService;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
        InspectionSetup.ConfiguredGuests guests = setup.configureAll(registry, project);
        return new AuthorityChange(authorities.list().authorities(), guests.done(), guests.failed());
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
