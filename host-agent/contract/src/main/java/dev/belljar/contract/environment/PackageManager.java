package dev.belljar.contract.environment;

/// A package manager that installs packages of an environment.
public enum PackageManager {
    APT,
    NPM,
    PIP,
    CARGO
}
