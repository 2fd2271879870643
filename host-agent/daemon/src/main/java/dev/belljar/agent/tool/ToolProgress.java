package dev.belljar.agent.tool;

/// Told how far the making of a program is.
interface ToolProgress {
    void at(int percent, String step);
}
