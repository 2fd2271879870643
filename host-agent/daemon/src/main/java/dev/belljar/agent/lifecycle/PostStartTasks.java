package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.image.ComposedImages;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.settings.MachineShares;
import dev.belljar.agent.settings.SettingsStore;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.settings.UnappliedSetting;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does what is not essential once a machine has started: ssh keys, the session, the setup of the project's
/// environment, and the next machines of the warm pool.
record PostStartTasks(
        SandboxRuntime sandbox,
        MachinePlatform platform,
        SavedMachines saved,
        MachineStart machine,
        AccessService access,
        SetupService setups) {
    private static final Logger LOG = LoggerFactory.getLogger(PostStartTasks.class);

    void run(GuestLink link) {
        machine.memory().clear();
        try {
            applySettings();
            if (saved.projects().preparing(sandbox.name())) {
                setups.started(sandbox); // nobody else uses it: no key and no session gets into the template
                return;
            }
            access.of(sandbox).sshKeys().renew(link);
            if (machine.goesOn()) {
                reportPresent(link);
            }
            beginSession(link);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        setups.started(sandbox);
        String key = sandbox.record().machine().imageKey();
        Optional<BootImage> next = key != null && ComposedImages.composed(key)
                ? platform.images().withKey(key)
                : platform.images().ready();
        next.ifPresent(image -> saved.pool()
                .fill(MachineStart.spec(sandbox, image, platform.probe().cached())));
    }

    /// Applies the sandbox's own limits to its machine, which has the usual ones after its start.
    private void applySettings() throws InterruptedException {
        if (SettingsStore.any(sandbox.folder()) || MachineShares.smallDisk(sandbox)) {
            for (UnappliedSetting fault : new MachineShares(platform.driver().groups()).apply(sandbox)) {
                sandbox.observation()
                        .note(
                                "note",
                                "settings",
                                "%s is not in effect: %s"
                                        .formatted(fault.setting().word(), fault.reason()));
            }
        }
    }

    /// Reports the processes of a resumed machine: those of a copy were started in another machine, and those
    /// of a hibernated one were recorded as ended when it was saved.
    private void reportPresent(GuestLink link) throws InterruptedException {
        try {
            link.present();
        } catch (GuestException e) {
            LOG.warn("{}: the processes that are already running cannot be listed: {}", sandbox.name(), e.getMessage());
        }
    }

    /// Begins the session with its name and tokens; a terminal that is opened now waits for it.
    private void beginSession(GuestLink link) throws InterruptedException {
        try {
            access.of(sandbox).session().forget();
            access.of(sandbox).session().begin(link, false);
        } catch (BelljarException e) {
            // The session is begun when a terminal is opened, which reports a failure.
            LOG.info("{}: has no session yet: {}", sandbox.name(), e.getMessage());
        }
    }
}
