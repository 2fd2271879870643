package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.qmp.Qmp;
import java.util.HashMap;
import java.util.Map;

/// The writable disk of a machine, as QEMU's monitor knows it.
record QemuDisk(Qmp monitor) {
    /// QEMU's node name of the layer that the machine writes to.
    String node() throws VmException, InterruptedException {
        return inserted(device()).get("node-name") instanceof String name ? name : "";
    }

    /// Enlarges the disk to this size.
    void grow(long bytes) throws VmException, InterruptedException {
        Map<String, Object> _ = monitor.execute("block_resize", Map.of("node-name", node(), "size", bytes));
    }

    /// Limits reads and writes together to this many bytes a second, 0 for no limit.
    void limit(long bytesPerSecond) throws VmException, InterruptedException {
        Map<String, Object> rate = new HashMap<>();
        rate.put("id", String.valueOf(device().get("qdev")));
        rate.put("bps", bytesPerSecond);
        for (String other : new String[] {"bps_rd", "bps_wr", "iops", "iops_rd", "iops_wr"}) {
            rate.put(other, 0);
        }
        Map<String, Object> _ = monitor.execute("block_set_io_throttle", rate);
    }

    private Map<?, ?> device() throws VmException, InterruptedException {
        for (Object each : monitor.list("query-block")) {
            if (each instanceof Map<?, ?> device
                    && Boolean.FALSE.equals(inserted(device).get("ro"))
                    && inserted(device).get("node-name") instanceof String) {
                return device;
            }
        }
        throw new VmException(VmException.MONITOR, "QEMU reports no writable disk for the machine", null, null);
    }

    private static Map<?, ?> inserted(Map<?, ?> device) {
        return device.get("inserted") instanceof Map<?, ?> medium ? medium : Map.of();
    }
}
