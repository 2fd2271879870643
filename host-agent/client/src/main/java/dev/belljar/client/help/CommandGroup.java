package dev.belljar.client.help;

import java.util.List;
import java.util.Locale;

/// The headings under which `belljar --help` lists the commands, in their order.
enum CommandGroup {
    SANDBOXES("create list start stop shell terminal exec sync tier destroy trash"),
    WATCH("window ps diff events report"),
    NETWORK("net approvals allow deny policy secret inspect pcap audit"),
    SNAPSHOTS("snapshot snapshots branch restore identity"),
    ACCESS("routes open port ssh-config ssh-key"),
    HOST("doctor agent image storage retention gc index demo bench completion man help");

    private final String commands;

    CommandGroup(String commands) {
        this.commands = commands;
    }

    /// The names of the group's commands, in the order of the help.
    List<String> commands() {
        return List.of(commands.split(" "));
    }

    /// The heading, for example `Sandboxes`.
    String title() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
}
