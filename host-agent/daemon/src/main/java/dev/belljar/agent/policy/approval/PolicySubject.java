package dev.belljar.agent.policy.approval;

import java.nio.file.Path;

/// The sandbox a policy is of: its id and name, the project's folder on the host, and its own folder.
public record PolicySubject(String id, String name, Path project, Path folder) {}
