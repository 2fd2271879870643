# The guest agent as a static program. To be called with pkgsStatic, and with the compiler and bpftool of the builder.
{ lib, stdenv, clang-unwrapped, bpftools, pkg-config, libbpf, elfutils, zlib, linuxHeaders }:

stdenv.mkDerivation {
  pname = "belljar-guest";
  version = "0.1.0";

  src = lib.fileset.toSource {
    root = ./.;
    fileset = lib.fileset.unions [ ./src ./bpf ./Makefile ];
  };

  nativeBuildInputs = [ clang-unwrapped bpftools pkg-config ];
  buildInputs = [ libbpf elfutils zlib linuxHeaders ];

  # The eBPF programs are compiled for no machine in particular: none of the flags meant for the host's own code apply.
  hardeningDisable = [ "all" ];
  makeFlags = [
    "CC=${stdenv.cc.targetPrefix}cc"
    "CLANG=${clang-unwrapped}/bin/clang"
    "BPF_CFLAGS=-g -O2 -Wall -Wextra -Werror -Wno-unused-parameter -target bpf -mcpu=v3 -D__TARGET_ARCH_x86 -I${linuxHeaders}/include -I${libbpf}/include"
  ];

  installPhase = ''
    runHook preInstall
    install -D -m 0755 build/belljar-guest $out/bin/belljar-guest
    runHook postInstall
  '';

  meta = {
    description = "The program inside a Belljar machine: runs commands, sees processes and files, answers the host";
    mainProgram = "belljar-guest";
    platforms = [ "x86_64-linux" ];
  };
}
