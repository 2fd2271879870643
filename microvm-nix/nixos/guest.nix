# The guest, as a NixOS module over microvm.nix: what the Debian guest has, by NixOS's means.
# The host agent starts QEMU itself, so of microvm.nix only the kernel, the initrd, the store disk and their parameters are used.
{ config, lib, pkgs, belljar-guest-agent, ... }:

let
  kernel = config.boot.kernelPackages.kernel;
in
{
  options.belljar.packages = lib.mkOption {
    type = lib.types.listOf lib.types.package;
    default = with pkgs; [ git curl less nano vim tmux procps psmisc file gnumake gcc patch zstd xz bzip2 python3 ];
    description = "The tools a person or an agent finds in a machine.";
  };

  config = {
    # The first disk (the host calls it "base") is the store, read-only; the second ("disk") is the machine's own.
    microvm = {
      hypervisor = "qemu";
      # Any text: without it the module's own runner would insist on KVM.
      cpu = "max";
      storeOnDisk = true;
      storeDiskType = "erofs";
      writableStoreOverlay = "/nix/.rw-store";
      # No shares: a live view of the host forbids snapshots, and is a way out.
      shares = [ ];
      interfaces = [ ];
      volumes = [ ];
    };

    # A blank disk is formatted on the first start and grows to its size; everything a machine keeps is on it, the store's upper layer too.
    fileSystems."/" = {
      device = "/dev/disk/by-id/virtio-disk";
      fsType = "ext4";
      autoFormat = true;
      autoResize = true;
      options = [ "noatime" ];
      neededForBoot = true;
    };

    boot.initrd.availableKernelModules =
      [ "virtio_mmio" "virtio_blk" "virtio_console" "virtio_net" "virtio_rng" "erofs" "ext4" "overlay" "crc32c_generic" ];
    # The same words as the Debian guest's kernel-params; the host adds the console's details, the name and the clock.
    boot.kernelParams = builtins.filter (line: line != "" && builtins.substring 0 1 line != "#" && line != "systemd.unit=multi-user.target")
      (lib.splitString "\n" (builtins.readFile ../debian/kernel-params));
    boot.kernel.sysctl."kernel.unprivileged_bpf_disabled" = 1;
    boot.loader.grub.enable = false;

    assertions = [
      {
        assertion = kernel.config.isYes "DEBUG_INFO_BTF" && kernel.config.isYes "BPF_LSM";
        message = "belljar: the guest's kernel needs DEBUG_INFO_BTF and BPF_LSM, or nothing that happens in a machine is seen";
      }
    ];

    users.mutableUsers = true;
    users.groups.agent.gid = 1000;
    users.users.agent = {
      isNormalUser = true;
      uid = 1000;
      group = "agent";
      extraGroups = [ "wheel" ];
      description = "Belljar agent";
      hashedPassword = "*";
    };
    # The machine is the boundary, not the user inside it.
    security.sudo.wheelNeedsPassword = false;
    # The guest agent looks programs up where other systems keep them.
    systemd.tmpfiles.rules = [
      "d /workspace 0755 agent agent - -"
      "d /run/belljar 0711 root root - -"
      "L+ /usr/bin/belljar-why - - - - ${belljar-guest-agent}/bin/belljar-guest"
      "L+ /bin/bash - - - - /run/current-system/sw/bin/bash"
      "L+ /usr/local/bin - - - - /run/current-system/sw/bin"
      "L+ /usr/local/sbin - - - - /run/current-system/sw/bin"
    ];

    systemd.services.belljar-guest = {
      description = "Belljar guest agent";
      wantedBy = [ "sysinit.target" ];
      unitConfig = {
        DefaultDependencies = false;
        StartLimitIntervalSec = 0;
      };
      after = [ "systemd-tmpfiles-setup.service" "systemd-udevd.service" ];
      serviceConfig = {
        Type = "exec";
        ExecStart = "${belljar-guest-agent}/bin/belljar-guest";
        Restart = "always";
        RestartSec = "200ms";
        # What it runs for the host lives in its control group and is to survive it.
        KillMode = "process";
        OOMPolicy = "continue";
        LimitNOFILE = 65536;
        LimitMEMLOCK = "infinity";
        TasksMax = "infinity";
        # The journal's socket would be one more thing to wait for.
        StandardOutput = "append:/run/belljar/guest.log";
        StandardError = "append:/run/belljar/guest.log";
      };
    };

    # The host names the machine on the kernel's command line.
    systemd.services.belljar-name = {
      description = "The name the host gave this machine";
      wantedBy = [ "sysinit.target" ];
      before = [ "belljar-guest.service" "sysinit.target" ];
      unitConfig.DefaultDependencies = false;
      serviceConfig = {
        Type = "oneshot";
        RemainAfterExit = true;
      };
      script = ''
        for word in $(cat /proc/cmdline); do
          case $word in belljar.hostname=*) echo "''${word#belljar.hostname=}" >/proc/sys/kernel/hostname ;; esac
        done
      '';
    };

    networking = {
      hostName = lib.mkDefault "";
      useNetworkd = true;
      firewall.enable = false;
      usePredictableInterfaceNames = false;
    };
    systemd.network.networks."10-eth0" = {
      matchConfig.Name = "eth0";
      networkConfig.DHCP = "ipv4";
    };

    # Reached through the guest link only, so it listens where nobody else is.
    services.openssh = {
      enable = true;
      startWhenNeeded = true;
      listenAddresses = [ { addr = "127.0.0.1"; port = 22; } ];
      settings = {
        PasswordAuthentication = false;
        PermitRootLogin = "no";
      };
    };
    services.timesyncd.enable = false;

    environment.systemPackages = config.belljar.packages;
    documentation.enable = false;
    i18n.defaultLocale = "C.UTF-8";
    system.stateVersion = lib.mkDefault lib.trivial.release;
  };
}
