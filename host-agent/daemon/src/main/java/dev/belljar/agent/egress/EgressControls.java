package dev.belljar.agent.egress;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.AuthorityService;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.mirror.MirrorService;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.secret.SecretStore;

/// The controls of outgoing connections: the policies, TLS inspection, the host's certificate authorities that
/// guests trust, the mirrors that they use, the secrets that stay on the host, and the audit of decisions.
public record EgressControls(
        PolicyService policies,
        InspectionSettings inspections,
        AuthorityService authorities,
        MirrorService mirrors,
        SecretStore secrets,
        AuditLog audit) {}
