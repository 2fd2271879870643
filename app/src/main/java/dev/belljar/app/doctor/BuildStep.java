package dev.belljar.app.doctor;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.view.host.ImageStatus;
import java.util.Arrays;
import java.util.List;

/// The steps of building the guest image.
///
/// The host agent reports only a percentage and what the build script does now. The script gives each of its
/// steps a fixed range of the percentage, from which the finished steps and those to come follow; how long
/// each step took does not, so no duration is shown. A step whose result an earlier build left is finished at
/// once.
enum BuildStep {
    AGENT(0),
    /// Downloading and installing alternate.
    PACKAGES(1),
    BASE(82),
    INITRD(90),
    MANIFEST(95);

    private static final Texts TEXTS = Texts.of(BuildStep.class);
    private static final int ALL = 100;

    private final int from;

    BuildStep(int from) {
        this.from = from;
    }

    /// The steps of a build that runs or has failed; none if there is no build, or the problem is not one of
    /// a build.
    static List<Requirement> of(ImageStatus image) {
        boolean failed = image.state().equals("failed");
        boolean finished = image.percent() >= ALL;
        boolean build = failed ? !finished : image.state().equals("building");
        if (image.step().isEmpty() || !build) {
            return List.of();
        }
        BuildStep now = at(image.percent());
        return Arrays.stream(values())
                .map(step -> step.requirement(step.state(now, finished, failed), image.step()))
                .toList();
    }

    /// The step in which the build is at this percentage.
    static BuildStep at(int percent) {
        return Arrays.stream(values()).filter(step -> step.from <= percent).reduce(AGENT, (before, step) -> step);
    }

    private Requirement.State state(BuildStep now, boolean finished, boolean failed) {
        if (compareTo(now) < 0 || finished) {
            return Requirement.State.MET;
        } else if (compareTo(now) > 0) {
            return Requirement.State.PENDING;
        }
        return failed ? Requirement.State.FAILED : Requirement.State.WAITING;
    }

    private Requirement requirement(Requirement.State state, String told) {
        String detail = state == Requirement.State.WAITING ? told : null;
        return new Requirement(name(), TEXTS.get(this), state, 0, null, detail, null);
    }
}
