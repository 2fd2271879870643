package dev.belljar.contract.view.network;

/// What a configuration says about a mirror: a registry, pip's index or an additional one, a mirror of a public
/// archive, or a proxy.
public enum MirrorKind {
    REGISTRY,
    INDEX,
    EXTRA_INDEX,
    MIRROR,
    PROXY
}
