package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.policy.PolicyService;

/// What all sandboxes of a host agent share: their catalog and folders, what opens their journals, links and gateways,
/// their policies, and the journal of the host.
public record SandboxResources(
        SandboxCatalog catalog,
        HostFolders folders,
        SandboxConnectors connectors,
        PolicyService policies,
        HostJournal hostJournal) {}
