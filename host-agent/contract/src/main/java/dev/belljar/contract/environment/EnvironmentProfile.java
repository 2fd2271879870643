package dev.belljar.contract.environment;

/// A set of programs for one kind of project.
public enum EnvironmentProfile {
    BASE,
    PYTHON,
    NODE,
    GIT,
    BUILD,
    DOCKER
}
