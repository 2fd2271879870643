package dev.belljar.contract.view.network;

/// A package manager whose mirrors guests can be given.
public enum MirrorTool {
    NPM,
    PIP,
    APT,
    CARGO,
    MAVEN
}
