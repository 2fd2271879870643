package dev.belljar.agent.jail.plan;

import static dev.belljar.agent.jail.plan.PlanCheck.require;

import java.util.List;

/// Checks the order of a plan's mounts, and that no mask can be got around by another mount.
record MountOrder(List<PlanMount> mounts) {
    void check() throws JailException {
        require(mounts.getFirst().target().equals("/"), "the first mount: expected it at /");
        special(MountKind.PROC, "/proc");
        special(MountKind.DEV, "/dev");
        for (int i = 0; i < mounts.size(); i++) {
            if (mounts.get(i).kind() == MountKind.MASK) {
                maskStays(i);
            }
        }
        for (int i = 0; i < mounts.size(); i++) {
            PlanMount mount = mounts.get(i);
            if (mount.kind() == MountKind.BIND || mount.kind() == MountKind.OVERLAY) {
                showsNoSecret(i);
            }
        }
    }

    private void special(MountKind kind, String target) throws JailException {
        List<PlanMount> found =
                mounts.stream().filter(mount -> mount.kind() == kind).toList();
        require(
                found.size() == 1 && found.getFirst().target().equals(target),
                "the mount %s: expected it once, at %s",
                kind,
                target);
    }

    /// No later mount may lie over a mask, and no mask in another one.
    private void maskStays(int at) throws JailException {
        String mask = mounts.get(at).target();
        require(
                !mask.equals("/") && !PlanPaths.within("/proc", mask) && !PlanPaths.within("/dev", mask),
                "the mask %s: expected another path than /, /proc and /dev",
                mask);
        for (int i = 0; i < mounts.size(); i++) {
            PlanMount other = mounts.get(i);
            require(
                    i <= at || !PlanPaths.within(other.target(), mask),
                    "the mount %s: it would lie over the mask %s",
                    other.target(),
                    mask);
            require(
                    i == at || other.kind() != MountKind.MASK || !PlanPaths.within(other.target(), mask),
                    "the mask %s: it lies in the mask %s",
                    mask,
                    other.target());
        }
    }

    /// A folder with a masked one in it may be mounted only where the masked one is hidden again, and nothing
    /// of a masked folder may be mounted at all.
    private void showsNoSecret(int at) throws JailException {
        PlanMount mount = mounts.get(at);
        String source = mount.paths().getFirst();
        for (PlanMount mask : mounts) {
            if (mask.kind() != MountKind.MASK) {
                continue;
            }
            String secret = mask.paths().getFirst();
            require(
                    !PlanPaths.within(secret, source),
                    "the mount %s: its source lies in the masked %s",
                    mount.target(),
                    secret);
            if (PlanPaths.within(source, secret)) {
                String rest = source.equals("/") ? secret : secret.substring(source.length());
                String shown = mount.target().equals("/") ? rest : mount.target() + rest;
                boolean hidden = mounts.subList(at + 1, mounts.size()).stream()
                        .anyMatch(later -> PlanPaths.within(later.target(), shown));
                require(hidden, "the mount %s: it would show the masked %s", mount.target(), secret);
            }
        }
    }
}
