# Belljar for a NixOS host, made from the Debian package that installers/package builds, which contains its own Java runtime:
#   pkgs.callPackage ./package.nix { deb = ./belljar_0.1.0_amd64.deb; }
{ lib, stdenv, deb, autoPatchelfHook, dpkg, makeWrapper, alsa-lib, coreutils, cpio, erofs-utils, fontconfig, freetype, gcc, git, glib, gnumake
, gtk3, jq, libGL, mmdebstrap, qemu_kvm, util-linux, xorg, zlib, zstd }:

let
  window = [ gtk3 glib libGL xorg.libX11 xorg.libXext xorg.libXi xorg.libXrender xorg.libXtst xorg.libXxf86vm ];
in
stdenv.mkDerivation {
  pname = "belljar";
  version = "0.1.0";
  src = deb;

  nativeBuildInputs = [ autoPatchelfHook dpkg makeWrapper ];
  buildInputs = [ alsa-lib fontconfig freetype stdenv.cc.cc.lib zlib ] ++ window;

  unpackPhase = "dpkg-deb -x $src .";
  installPhase = ''
    runHook preInstall
    mkdir -p $out/bin
    cp -R usr/lib usr/share $out/
    rm -r $out/lib/systemd
    makeWrapper $out/lib/belljar/belljar $out/bin/belljar \
      --prefix PATH : ${lib.makeBinPath [ coreutils cpio erofs-utils gcc git gnumake jq mmdebstrap qemu_kvm util-linux zstd ]} \
      --prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath window}
    patchShebangs $out/lib/belljar
    runHook postInstall
  '';

  meta = {
    description = "A microVM for every project, with a window that shows what it does";
    mainProgram = "belljar";
    platforms = [ "x86_64-linux" ];
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
