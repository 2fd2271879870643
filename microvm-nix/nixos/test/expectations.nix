# What the modules must say, as a list of what they do not: evaluated without nixpkgs, whose functions have stand-ins here.
let
  lib = rec {
    types = { listOf = t: "list of ${t}"; package = "package"; };
    mkOption = o: o // { isOption = true; };
    mkEnableOption = description: mkOption { inherit description; default = false; };
    mkDefault = v: v;
    mkIf = condition: content: if condition then content else { };
    # Deep enough for modules whose parts do not set the same option twice.
    mkMerge = builtins.foldl' merge { };
    merge = a: b: a // b // builtins.listToAttrs (map
      (name: { inherit name; value = if builtins.isAttrs a.${name} && builtins.isAttrs b.${name} then merge a.${name} b.${name} else b.${name}; })
      (builtins.filter (name: builtins.hasAttr name b) (builtins.attrNames a)));
    splitString = separator: text: builtins.filter builtins.isString (builtins.split separator text);
    concatStringsSep = builtins.concatStringsSep;
    trivial.release = "26.11";
  };
  names = [ "git" "curl" "less" "nano" "vim" "tmux" "procps" "psmisc" "file" "gnumake" "gcc" "patch" "zstd" "xz" "bzip2" "python3" ];
  pkgs = builtins.listToAttrs (map (name: { inherit name; value = name; }) names);

  guestWith = kernelHas: import ../guest.nix {
    inherit lib pkgs;
    config = {
      boot.kernelPackages.kernel.config.isYes = kernelHas;
      belljar.packages = [ "git" ];
    };
    belljar-guest-agent = "/nix/store/x-belljar-guest";
  };
  guest = (guestWith (word: true)).config;
  holds = config: builtins.all (a: a.assertion) config.assertions;

  host = enabled: (import ../../../installers/packaging/nixos/module.nix {
    inherit lib;
    config = {
      programs.belljar = { enable = true; package = "/nix/store/x-belljar"; };
      services.belljar.enable = enabled;
    };
  }).config;
  unit = (host true).systemd.user.services.belljar-agent.serviceConfig;

  # A unit file's settings by name.
  settings = file: builtins.listToAttrs (builtins.concatMap
    (line:
      let m = builtins.match "([A-Za-z]+)=(.*)" line;
      in if m == null then [ ] else [ { name = builtins.elemAt m 0; value = builtins.elemAt m 1; } ])
    (lib.splitString "\n" (builtins.readFile file)));
  debianHost = settings ../../../installers/packaging/belljar-agent.service;
  debianGuest = settings ../../debian/initrd/belljar-guest.service;
  same = ours: theirs: builtins.all (name: !(builtins.hasAttr name theirs) || toString ours.${name} == theirs.${name})
    (builtins.filter (name: name != "ExecStart") (builtins.attrNames ours));

  flake = import ../../flake.nix;
  fakeNixpkgs = {
    legacyPackages.x86_64-linux.pkgsStatic.callPackage = file: args: { agent = file; };
    legacyPackages.x86_64-linux.clang-unwrapped = { };
    legacyPackages.x86_64-linux.bpftools = { };
    lib.nixosSystem = args: args;
  };
  outputs = flake.outputs { self = outputs; nixpkgs = fakeNixpkgs; microvm.nixosModules.microvm = "microvm"; };
  own = outputs.lib.guest [ "mine" ];

  expectations = {
    "the agent's user is 1000" = guest.users.users.agent.uid == 1000 && guest.users.groups.agent.gid == 1000;
    "the workspace is the agent's" = builtins.elem "d /workspace 0755 agent agent - -" guest.systemd.tmpfiles.rules;
    "the guest agent is started, and again" = guest.systemd.services.belljar-guest.serviceConfig.Restart == "always";
    "the guest agent's unit says what Debian's says" = same guest.systemd.services.belljar-guest.serviceConfig debianGuest;
    "the kernel's words are Debian's" = builtins.elem "lsm=landlock,yama,bpf" guest.boot.kernelParams
      && builtins.all (word: builtins.substring 0 1 word != "#") guest.boot.kernelParams
      && !builtins.elem "systemd.unit=multi-user.target" guest.boot.kernelParams;
    "a kernel that cannot be watched is refused" = !holds (guestWith (word: word != "DEBUG_INFO_BTF")).config
      && !holds (guestWith (word: word != "BPF_LSM")).config;
    "a kernel that can be watched is not" = holds guest;
    "nothing of the host is shared" = guest.microvm.shares == [ ] && guest.microvm.interfaces == [ ];
    "the store is on a disk, under a layer that can be written" = guest.microvm.storeOnDisk && guest.microvm.writableStoreOverlay != null;
    "sshd listens on loopback only" = map (a: a.addr) guest.services.openssh.listenAddresses == [ "127.0.0.1" ];
    "the program is installed" = (host false).environment.systemPackages == [ "/nix/store/x-belljar" ];
    "without the service there is none" = !((host false) ? systemd);
    "machines outlive the service" = unit.KillMode == "process";
    "the service says what Debian's says" = same unit debianHost;
    "a guest is made of microvm.nix, this module and one's own" = builtins.length own.modules == 3 && builtins.elem "mine" own.modules;
    "the guest gets the agent that is built here" = own.specialArgs.belljar-guest-agent.agent == ../../guest-agent/package.nix;
    "the package has the program's version" =
      builtins.match ".*AGENT_VERSION \"0\\.1\\.0\".*" (builtins.replaceStrings [ "\n" ] [ " " ] (builtins.readFile ../../guest-agent/src/version.h))
      != null
      && builtins.match ".*version = \"0\\.1\\.0\";.*" (builtins.replaceStrings [ "\n" ] [ " " ] (builtins.readFile ../../guest-agent/package.nix))
      != null;
  };
in
builtins.filter (name: !expectations.${name}) (builtins.attrNames expectations)
