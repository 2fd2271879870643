# The guest built by NixOS instead of from Debian packages, and the module that installs Belljar on a NixOS host.
#   nix build .#bundle          the guest bundle: a folder with manifest.json, as the host agent reads it
#   nix build .#guest-agent     the program inside the guest
{
  description = "Belljar: what goes into the machine";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
    microvm = {
      url = "github:microvm-nix/microvm.nix";
      inputs.nixpkgs.follows = "nixpkgs";
    };
  };

  outputs = { self, nixpkgs, microvm }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      guest-agent = pkgs.pkgsStatic.callPackage ./guest-agent/package.nix {
        inherit (pkgs) clang-unwrapped bpftools;
      };
    in
    {
      nixosModules.guest = import ./nixos/guest.nix;

      # A guest to start from: add modules of your own to get tools of your own into every machine.
      lib.guest = modules: nixpkgs.lib.nixosSystem {
        inherit system;
        specialArgs = { belljar-guest-agent = guest-agent; };
        modules = [ microvm.nixosModules.microvm self.nixosModules.guest ] ++ modules;
      };
      lib.bundle = guest: import ./nixos/bundle.nix { inherit guest; };

      nixosConfigurations.guest = self.lib.guest [ ];

      packages.${system} = {
        inherit guest-agent;
        bundle = self.lib.bundle self.nixosConfigurations.guest;
        default = self.packages.${system}.bundle;
      };
    };
}
