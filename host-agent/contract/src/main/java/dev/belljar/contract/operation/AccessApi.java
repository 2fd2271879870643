package dev.belljar.contract.operation;

import dev.belljar.contract.request.AddSshKey;
import dev.belljar.contract.request.BuildZellij;
import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.request.RevokeSshKey;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.CaptureFigures;
import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteTable;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;
import dev.belljar.contract.view.ToolStatus;

/// The operations that lead into a sandbox: routes, port forwards, sessions, ssh keys, and captures of its packets.
public final class AccessApi {
    /// The addresses of all sandboxes, and the web server.
    public static final Operation<Empty, RouteList> ROUTES =
            Operation.get("routes", "/routes").answers(RouteList.class);

    /// The addresses of one sandbox, after reading its listening ports.
    public static final Operation<Empty, RouteTable> SANDBOX_ROUTES =
            Operation.get("sandboxRoutes", "/sandboxes/{id}/routes").answers(RouteTable.class);

    /// Sets the port behind the sandbox's plain host name.
    public static final Operation<ChooseMain, RouteTable> CHOOSE_MAIN = Operation.put(
                    "chooseMain", "/sandboxes/{id}/routes/main")
            .body(ChooseMain.class)
            .answers(RouteTable.class);

    /// Forwards a port of this host's loopback to a port of the guest.
    public static final Operation<ForwardPort, PortForward> FORWARD = Operation.post(
                    "forward", "/sandboxes/{id}/forwards")
            .body(ForwardPort.class)
            .answers(PortForward.class);

    /// Closes a port forward.
    public static final Operation<Empty, PortForward> UNFORWARD =
            Operation.delete("unforward", "/sandboxes/{id}/forwards/{port}").answers(PortForward.class);

    /// The sandbox's session, which is started if there is none.
    public static final Operation<Empty, SessionView> SESSION = Operation.get("session", "/sandboxes/{id}/session")
            .in(SandboxState.STARTING, SandboxState.RUNNING)
            .answers(SessionView.class);

    /// The state of Zellij on this host.
    public static final Operation<Empty, ToolStatus> ZELLIJ =
            Operation.get("zellij", "/tools/zellij").answers(ToolStatus.class);

    /// Starts to build Zellij if it is missing.
    public static final Operation<BuildZellij, ToolStatus> BUILD_ZELLIJ = Operation.post("buildZellij", "/tools/zellij")
            .query(BuildZellij.class)
            .answers(202, ToolStatus.class);

    /// Cancels a running build of Zellij.
    public static final Operation<Empty, ToolStatus> CANCEL_ZELLIJ =
            Operation.delete("cancelZellij", "/tools/zellij").answers(ToolStatus.class);

    /// The keys that can log in by ssh.
    public static final Operation<Empty, SshKeys> SSH_KEYS =
            Operation.get("sshKeys", "/sandboxes/{id}/ssh-keys").answers(SshKeys.class);

    /// Authorizes a public key.
    public static final Operation<AddSshKey, SshKey> ADD_SSH_KEY = Operation.post(
                    "addSshKey", "/sandboxes/{id}/ssh-keys")
            .body(AddSshKey.class)
            .answers(201, SshKey.class);

    /// Revokes a public key.
    public static final Operation<RevokeSshKey, SshKey> REVOKE_SSH_KEY = Operation.delete(
                    "revokeSshKey", "/sandboxes/{id}/ssh-keys")
            .query(RevokeSshKey.class)
            .answers(SshKey.class);

    /// The public key of a running machine's own key pair, which is created if it has none.
    public static final Operation<Empty, MachineKey> MACHINE_KEY = Operation.post(
                    "machineKey", "/sandboxes/{id}/machine-key")
            .in(SandboxState.RUNNING)
            .answers(MachineKey.class);

    /// How much a capture of packets has recorded and dropped.
    public static final Operation<Empty, CaptureFigures> CAPTURE_FIGURES = Operation.get(
                    "captureFigures", "/sandboxes/{id}/network/pcap/{capture}")
            .answers(CaptureFigures.class);

    private AccessApi() {}
}
