# The guest bundle of a NixOS guest: kernel, initrd, store disk and the tiny probe's initrd beside a manifest.json, exactly as the
# Debian builder leaves them. `guest` is what nixosSystem gives.
{ guest }:

let
  inherit (guest) pkgs config;
  target = pkgs.linux.target or pkgs.stdenv.hostPlatform.linux-kernel.target;
  probe = pkgs.pkgsStatic.stdenv.mkDerivation {
    name = "belljar-probe";
    src = ../debian/initrd;
    makeFlags = [ "BUILD=build" "build/probe" ];
    installPhase = "install -D -m 0755 build/probe $out/init";
  };
  params = pkgs.writeText "kernel-params" (pkgs.lib.concatStringsSep "\n" config.microvm.kernelParams);
in
pkgs.runCommand "belljar-guest-bundle" { nativeBuildInputs = [ pkgs.jq pkgs.cpio ]; } ''
  mkdir -p tree/dev tree/proc
  cp ${probe}/init tree/init
  (cd tree && find . -mindepth 1 -print0 | sort -z | cpio --quiet -0 -o -H newc --reproducible -R 0:0) >probe.initrd
  ${pkgs.runtimeShell} ${./make-bundle} "$out" ${config.microvm.kernel.out}/${target} ${config.microvm.initrdPath} \
    probe.initrd ${config.microvm.storeDisk} ${config.boot.kernelPackages.kernel.modDirVersion} ${params} \
    ${config.system.nixos.release} x86_64
''
