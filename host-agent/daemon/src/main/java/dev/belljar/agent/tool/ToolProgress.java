package dev.belljar.agent.tool;

/// Receives the progress of building a program.
interface ToolProgress {
    void at(int percent, String step);
}
