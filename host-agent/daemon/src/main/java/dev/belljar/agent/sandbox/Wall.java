package dev.belljar.agent.sandbox;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.inspect.Inspections;
import dev.belljar.agent.policy.Policies;
import dev.belljar.agent.secret.SecretStore;

/// What stands between machines and the network: the policies, what is looked into, the secrets that stay outside,
/// and the audit of what was decided.
public record Wall(Policies policies, Inspections inspections, SecretStore secrets, AuditLog audit) {}
