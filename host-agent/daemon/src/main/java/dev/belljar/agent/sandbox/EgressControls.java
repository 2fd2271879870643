package dev.belljar.agent.sandbox;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.secret.SecretStore;

/// What stands between machines and the network: the policies, what is looked into, the secrets that stay outside,
/// and the audit of what was decided.
public record EgressControls(
        PolicyService policies, InspectionSettings inspections, SecretStore secrets, AuditLog audit) {}
