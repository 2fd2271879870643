package dev.belljar.contract.request.policy;

import org.jspecify.annotations.Nullable;

/// Asks for the approvals that wait, of one sandbox or (null) of all.
public record ListApprovals(@Nullable String sandbox) {}
