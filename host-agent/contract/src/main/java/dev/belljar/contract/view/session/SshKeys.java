package dev.belljar.contract.view.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The keys that are authorized for ssh into a machine besides Belljar's own, and the fingerprint of the
/// machine's host key, null until ssh was first used.
public record SshKeys(List<SshKey> keys, @Nullable String host) {}
