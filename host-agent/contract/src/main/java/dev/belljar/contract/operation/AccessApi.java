package dev.belljar.contract.operation;

import dev.belljar.contract.request.network.ChooseMain;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.request.session.AddSshKey;
import dev.belljar.contract.request.session.BuildZellij;
import dev.belljar.contract.request.session.RevokeSshKey;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.network.CaptureFigures;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteTable;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SessionView;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;

/// The operations that lead into a sandbox: routes, port forwards, sessions, ssh keys, and captures of its packets.
public final class AccessApi {
    public static final Operation<Empty, RouteList> ROUTES = Operation.get("routes", "/routes")
            .about(
                    "Lists the addresses of all sandboxes, and the web server that serves them.",
                    "The last known addresses; ports are not polled.")
            .answers(RouteList.class);

    public static final Operation<Empty, RouteTable> SANDBOX_ROUTES = Operation.get(
                    "sandboxRoutes", "/sandboxes/{id}/routes")
            .about(
                    "Lists the addresses of one sandbox, after polling its listening ports.",
                    "The addresses of the sandbox.")
            .answers(RouteTable.class);

    public static final Operation<ChooseMain, RouteTable> CHOOSE_MAIN = Operation.put(
                    "chooseMain", "/sandboxes/{id}/routes/main")
            .about(
                    "Sets the port that the sandbox's plain host name is forwarded to. If the request names no port, "
                            + "the port of the most likely dev server is used.",
                    "The addresses of the sandbox.")
            .body(ChooseMain.class)
            .answers(RouteTable.class);

    public static final Operation<ForwardPort, PortForward> FORWARD = Operation.post(
                    "forward", "/sandboxes/{id}/forwards")
            .about(
                    "Forwards a port on this host's 127.0.0.1 to a port in the guest, or extends the "
                            + "time limit of an existing port forward.",
                    "The port forward.")
            .body(ForwardPort.class)
            .answers(PortForward.class);

    public static final Operation<Empty, PortForward> UNFORWARD = Operation.delete(
                    "unforward", "/sandboxes/{id}/forwards/{port}")
            .about("Closes a port forward.", "The closed port forward.")
            .answers(PortForward.class);

    public static final Operation<Empty, SessionView> SESSION = Operation.get("session", "/sandboxes/{id}/session")
            .about(
                    "Returns the session of a running sandbox, with the tokens for logging in from a "
                            + "browser; starts the session if there is none.",
                    "The session.")
            .in(SandboxState.STARTING, SandboxState.RUNNING)
            .answers(SessionView.class);

    public static final Operation<Empty, ToolStatus> ZELLIJ = Operation.get("zellij", "/tools/zellij")
            .about("Returns the state of Zellij, the program that runs sessions, on this host.", "The state of Zellij.")
            .answers(ToolStatus.class);

    public static final Operation<BuildZellij, ToolStatus> BUILD_ZELLIJ = Operation.post("buildZellij", "/tools/zellij")
            .about(
                    "If Zellij is missing, starts building it from its crate in a separate sandbox, which "
                            + "has no network and is deleted afterwards.",
                    "The state of Zellij.")
            .query(BuildZellij.class)
            .answers(202, ToolStatus.class);

    public static final Operation<Empty, ToolStatus> CANCEL_ZELLIJ = Operation.delete("cancelZellij", "/tools/zellij")
            .about("Cancels a running build of Zellij and deletes its sandbox.", "The state of Zellij.")
            .answers(ToolStatus.class);

    public static final Operation<Empty, SshKeys> SSH_KEYS = Operation.get("sshKeys", "/sandboxes/{id}/ssh-keys")
            .about("Lists the keys that are authorized to log in to the machine over SSH.", "The keys.")
            .answers(SshKeys.class);

    public static final Operation<AddSshKey, SshKey> ADD_SSH_KEY = Operation.post(
                    "addSshKey", "/sandboxes/{id}/ssh-keys")
            .about("Authorizes a public key to log in to the machine over SSH.", "The key.")
            .body(AddSshKey.class)
            .answers(201, SshKey.class);

    public static final Operation<RevokeSshKey, SshKey> REVOKE_SSH_KEY = Operation.delete(
                    "revokeSshKey", "/sandboxes/{id}/ssh-keys")
            .about("Revokes a key.", "The revoked key.")
            .query(RevokeSshKey.class)
            .answers(SshKey.class);

    public static final Operation<Empty, MachineKey> MACHINE_KEY = Operation.post(
                    "machineKey", "/sandboxes/{id}/machine-key")
            .about(
                    "Returns the public key of a running machine's own key pair; generates the pair if "
                            + "the machine has none.",
                    "The key.")
            .in(SandboxState.RUNNING)
            .answers(MachineKey.class);

    public static final Operation<Empty, CaptureFigures> CAPTURE_FIGURES = Operation.get(
                    "captureFigures", "/sandboxes/{id}/network/pcap/{capture}")
            .about("Returns the counters of a running or ended capture.", "The counters.")
            .answers(CaptureFigures.class);

    private AccessApi() {}
}
