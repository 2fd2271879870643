# Belljar on a NixOS host:
#   imports = [ ./module.nix ];
#   programs.belljar = { enable = true; package = pkgs.callPackage ./package.nix { deb = …; }; };
#   services.belljar.enable = true;      # only to start the host agent before it is needed
{ config, lib, ... }:

let
  program = config.programs.belljar;
  service = config.services.belljar;
in
{
  options = {
    programs.belljar = {
      enable = lib.mkEnableOption "Belljar, a microVM for every project";
      package = lib.mkOption {
        type = lib.types.package;
        description = "The package to use; see package.nix beside this file.";
      };
    };
    services.belljar.enable = lib.mkEnableOption "Belljar's host agent as a service for every user";
  };

  config = lib.mkMerge [
    (lib.mkIf (program.enable || service.enable) {
      environment.systemPackages = [ program.package ];
    })
    (lib.mkIf service.enable {
      systemd.user.services.belljar-agent = {
        description = "Belljar host agent";
        wantedBy = [ "default.target" ];
        serviceConfig = {
          Type = "exec";
          ExecStart = "${program.package}/bin/belljar agent run";
          # Each machine gets a control group of its own, and the host agent one beside them.
          Delegate = "memory pids cpu";
          DelegateSubgroup = "agent";
          # Machines outlive the host agent, which finds them again.
          KillMode = "process";
          TimeoutStopSec = 30;
          Restart = "on-failure";
          RestartSec = 2;
          # Exit code 75: another host agent already serves this user's data.
          RestartPreventExitStatus = 75;
          UMask = "0077";
          LimitCORE = 0;
          OOMPolicy = "continue";
        };
      };
    })
  ];
}
