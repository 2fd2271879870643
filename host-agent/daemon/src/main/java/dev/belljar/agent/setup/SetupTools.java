package dev.belljar.agent.setup;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.policy.PolicyService;

/// What every setup uses.
public record SetupTools(GuestService guests, AccessService access, PolicyService policies, SetupSettings settings) {}
