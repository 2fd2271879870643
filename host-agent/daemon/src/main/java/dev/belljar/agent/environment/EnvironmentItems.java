package dev.belljar.agent.environment;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.EnvironmentSection;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.HostServiceText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The items of an environment in words, by section, and what is risky about them.
final class EnvironmentItems {
    private final List<EnvironmentItem> items = new ArrayList<>();
    private final Function<EnvironmentFile, @Nullable String> notes;

    private EnvironmentItems(Function<EnvironmentFile, @Nullable String> notes) {
        this.notes = notes;
    }

    /// The items; `notes` says what is to be known about a file of this computer, null if nothing is.
    static List<EnvironmentItem> of(
            Environment environment, Function<EnvironmentFile, @Nullable String> notes, ImageNames images) {
        EnvironmentItems all = new EnvironmentItems(notes);
        environment.agents().forEach(all::agent);
        EnvironmentImage image = environment.image();
        if (image != null) {
            all.add(
                    ItemId.IMAGE,
                    EnvironmentSection.INSTALLS,
                    ProposedImage.words(image),
                    ProposedImage.note(image, images));
        }
        environment.profiles().forEach(profile -> all.profile(profile, environment.version(profile)));
        environment.packages().forEach(all::packageOf);
        environment.setup().forEach(command -> all.add(ItemId.run(command), EnvironmentSection.RUNS, command, null));
        environment
                .setupNames()
                .forEach(name -> all.add(
                        ItemId.setupName(name),
                        EnvironmentSection.OPENS,
                        name,
                        "only during the setup",
                        service(name, "during the setup")));
        environment.names().forEach(all::name);
        environment.agents().forEach(all::credential);
        environment.ports().forEach(port -> all.add(ItemId.port(port), EnvironmentSection.OPENS, "port " + port, null));
        environment.files().forEach(all::file);
        environment
                .variables()
                .forEach(each -> all.add(
                        ItemId.variable(each.name()), EnvironmentSection.SETS, each.name() + "=" + each.value(), null));
        all.limits(environment.limits());
        return List.copyOf(all.items);
    }

    private void add(String id, EnvironmentSection section, String words, @Nullable String note) {
        add(id, section, words, note, null);
    }

    private void add(
            String id, EnvironmentSection section, String words, @Nullable String note, @Nullable String risk) {
        items.add(new EnvironmentItem(id, section, EnvironmentChange.ADDED, words, null, note, risk, false));
    }

    private void profile(EnvironmentProfile profile, @Nullable String version) {
        add(
                ItemId.profile(profile),
                EnvironmentSection.INSTALLS,
                "profile " + ProfileChoice.name(profile) + (version == null ? "" : " " + version),
                null);
    }

    private void agent(CodingAgent agent) {
        List<String> files = new ArrayList<>();
        if (agent.note() != null) {
            files.add(agent.note());
        }
        agent.files().forEach(file -> files.add(file.path()));
        add(
                ItemId.agent(agent.name()),
                EnvironmentSection.INSTALLS,
                "agent %s: %s".formatted(agent.title(), String.join(" ", agent.command())),
                files.isEmpty() ? null : "creates %s in the sandbox".formatted(String.join(", ", files)));
    }

    private void credential(CodingAgent agent) {
        AgentCredential credential = agent.credential();
        if (credential != null) {
            add(
                    ItemId.secret(agent.name()),
                    EnvironmentSection.OPENS,
                    "secret %s for %s".formatted(credential.variable(), String.join(", ", credential.hosts())),
                    "its value stays on this computer");
        }
    }

    private void packageOf(EnvironmentPackage one) {
        String version = one.version();
        add(
                ItemId.packageOf(one),
                EnvironmentSection.INSTALLS,
                ItemId.manager(one) + " " + one.name() + (version == null ? "" : " " + version),
                null);
    }

    private void name(String name) {
        String risk = service(name, "at any time");
        if (risk == null && name.startsWith("*.")) {
            risk = "lets every program in the sandbox reach any name below %s at any time".formatted(name.substring(2));
        } else if (risk == null && (name.indexOf('.') < 0 || name.endsWith(".local") || name.endsWith(".internal"))) {
            risk = "is a name on this computer or on your own network";
        }
        add(ItemId.name(name), EnvironmentSection.OPENS, name, "at any time", risk);
    }

    /// The risk of a service of the host; null for other names.
    private static @Nullable String service(String name, String when) {
        return name.startsWith(HostServiceText.NAME + ":")
                ? "lets every program in the sandbox reach %s %s"
                        .formatted(HostServiceText.words(name.substring(HostServiceText.NAME.length() + 1)), when)
                : null;
    }

    private void file(EnvironmentFile file) {
        boolean same = file.from().equals(file.to());
        add(
                ItemId.file(file.from()),
                EnvironmentSection.COPIES,
                same ? file.from() : file.from() + " to " + file.to(),
                notes.apply(file),
                FilePaths.risk(file.from()));
    }

    private void limits(EnvironmentLimits limits) {
        Integer memory = limits.memoryMiB();
        if (memory != null) {
            add(ItemId.MEMORY, EnvironmentSection.LIMITS, "memory " + ByteCount.ofMiB(memory), null);
        }
        Integer cpus = limits.cpus();
        if (cpus != null) {
            add(ItemId.CPUS, EnvironmentSection.LIMITS, cpus == 1 ? "1 CPU" : cpus + " CPUs", null);
        }
        Integer disk = limits.diskMiB();
        if (disk != null) {
            add(ItemId.DISK, EnvironmentSection.LIMITS, "disk " + ByteCount.ofMiB(disk), null);
        }
    }
}
