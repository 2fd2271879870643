package dev.belljar.contract.view.host;

import java.util.List;

/// The environment variables of an image (as `NAME=VALUE`), the folder and user that its programs begin
/// with, its ports, and the command that a container engine would run. Belljar sets the variables only;
/// nothing of the rest happens by itself.
public record ImageConfig(
        List<String> variables,
        String folder,
        String user,
        List<String> ports,
        List<String> entrypoint,
        List<String> command) {
    public ImageConfig {
        variables = List.copyOf(variables);
        ports = List.copyOf(ports);
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
    }
}
