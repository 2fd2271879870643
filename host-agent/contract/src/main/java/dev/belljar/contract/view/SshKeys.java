package dev.belljar.contract.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whose keys open a machine by ssh beside Belljar's own, and the fingerprint of the key by which the machine is known:
/// null until ssh was first asked for.
public record SshKeys(List<SshKey> keys, @Nullable String host) {}
