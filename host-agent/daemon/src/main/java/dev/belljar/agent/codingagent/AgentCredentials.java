package dev.belljar.agent.codingagent;

import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.codingagent.CredentialState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The secrets that coding agents use. A secret is bound to the host names that the user accepted, in each sandbox in
/// which the agent is started and in no other. Its value stays on the host; the guest gets a placeholder.
public record AgentCredentials(SandboxRegistry registry, SandboxPolicyService policies, EgressControls egress) {
    /// As many bindings as a secret may have before those of sandboxes that are gone are removed.
    private static final int MANY = 25;

    /// Whether the secret is stored.
    CredentialState state(@Nullable AgentCredential credential) throws BelljarException {
        if (credential == null) {
            return CredentialState.NONE;
        }
        return stored(credential.variable()).isPresent() ? CredentialState.STORED : CredentialState.MISSING;
    }

    private Optional<SecretInfo> stored(String name) throws BelljarException {
        return policies.secrets().stream()
                .filter(secret -> secret.name().equals(name))
                .findFirst();
    }

    /// Binds the secret to its host names in this sandbox, where it is not bound there already. A secret that is not
    /// stored is left out: the agent then asks for a login itself.
    void bind(SandboxRuntime sandbox, AgentCredential credential) throws BelljarException, InterruptedException {
        Optional<SecretInfo> secret = stored(credential.variable());
        if (secret.isEmpty()) {
            return;
        }
        if (secret.get().places().size() >= MANY) {
            egress.secrets().unbind(credential.variable(), id -> registry.known(id) == null);
        }
        for (String host : credential.hosts()) {
            if (secret.get().places().stream().noneMatch(place -> covers(place, host, sandbox.id()))) {
                SecretInfo _ = policies.bind(credential.variable(), host, false, sandbox.id());
            }
        }
    }

    private static boolean covers(SecretBinding place, String host, String sandbox) {
        return place.host().equals(host)
                && (place.sandbox() == null || place.sandbox().equals(sandbox));
    }

    /// The placeholder of the secret in this sandbox; empty text if it has none.
    String placeholder(SandboxRuntime sandbox, AgentCredential credential) throws BelljarException {
        return egress.inspections().environment(sandbox.subject()).getOrDefault(credential.variable(), "");
    }

    /// The host names of a credential.
    static List<String> hosts(@Nullable AgentCredential credential) {
        return credential == null ? List.of() : credential.hosts();
    }
}
