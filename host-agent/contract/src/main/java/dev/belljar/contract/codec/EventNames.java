package dev.belljar.contract.codec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.CodingAgentsChanged;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.Event.SyscallEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.event.TemplateChanged;

/// Maps the `type` field of an event to its class; must agree with `EventType`, which a test checks.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = SyscallEvent.class, name = "syscall"),
    @JsonSubTypes.Type(value = FileEvent.class, name = "file"),
    @JsonSubTypes.Type(value = NetEvent.class, name = "net"),
    @JsonSubTypes.Type(value = ProcEvent.class, name = "proc"),
    @JsonSubTypes.Type(value = SandboxEvent.class, name = "sandbox"),
    @JsonSubTypes.Type(value = HostEvent.StateChanged.class, name = "state"),
    @JsonSubTypes.Type(value = HostEvent.StepChanged.class, name = "step"),
    @JsonSubTypes.Type(value = HostEvent.SnapshotChanged.class, name = "snapshot"),
    @JsonSubTypes.Type(value = HostEvent.WorkSynced.class, name = "work"),
    @JsonSubTypes.Type(value = SyncChanged.class, name = "sync"),
    @JsonSubTypes.Type(value = CommitMade.class, name = "commit"),
    @JsonSubTypes.Type(value = HostEvent.PortChanged.class, name = "port"),
    @JsonSubTypes.Type(value = HostEvent.RoutesChanged.class, name = "route"),
    @JsonSubTypes.Type(value = HostEvent.PolicyChanged.class, name = "policy"),
    @JsonSubTypes.Type(value = HostEvent.ConsoleLine.class, name = "console"),
    @JsonSubTypes.Type(value = HostEvent.TrashChanged.class, name = "trash"),
    @JsonSubTypes.Type(value = HostEvent.ImageChanged.class, name = "image"),
    @JsonSubTypes.Type(value = HostEvent.ToolChanged.class, name = "tool"),
    @JsonSubTypes.Type(value = SetupChanged.class, name = "setup"),
    @JsonSubTypes.Type(value = CodingAgentsChanged.class, name = "agents"),
    @JsonSubTypes.Type(value = TemplateChanged.class, name = "template"),
    @JsonSubTypes.Type(value = HostEvent.StorageChanged.class, name = "storage"),
    @JsonSubTypes.Type(value = HostEvent.LimitReached.class, name = "limit"),
    @JsonSubTypes.Type(value = GapEvent.class, name = "gap"),
    @JsonSubTypes.Type(value = ApprovalEvent.class, name = "approval"),
    @JsonSubTypes.Type(value = HttpEvent.class, name = "http"),
    @JsonSubTypes.Type(value = OpaqueEvent.class, name = "opaque")
})
interface EventNames {}
