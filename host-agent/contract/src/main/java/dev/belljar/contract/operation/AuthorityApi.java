package dev.belljar.contract.operation;

import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorList;

/// The operations on what guests can take over from this host if the user chooses it: certificate authorities,
/// and mirrors of package managers.
public final class AuthorityApi {
    public static final Operation<Empty, AuthorityList> AUTHORITIES = Operation.get("authorities", "/authorities")
            .about(
                    "Lists the certificate authorities that this host has besides those of its distribution. Guests "
                            + "trust only those that the user chose.",
                    "The authorities.")
            .answers(AuthorityList.class);

    public static final Operation<ChooseAuthorities, AuthorityChange> TRUST = Operation.post(
                    "trustAuthorities", "/authorities/trust")
            .about(
                    "Makes the guests of all sandboxes, or of one project, trust certificate authorities of this"
                            + " host; running ones immediately.",
                    "The authorities, and the running sandboxes that trust them now.")
            .body(ChooseAuthorities.class)
            .answers(AuthorityChange.class);

    public static final Operation<ChooseAuthorities, AuthorityChange> REVOKE = Operation.post(
                    "revokeAuthorities", "/authorities/revoke")
            .about(
                    "Ends the trust of guests in certificate authorities, in running ones immediately. Without a"
                            + " project, the choices for projects end, too.",
                    "The authorities, and the running sandboxes that do not trust them any more.")
            .body(ChooseAuthorities.class)
            .answers(AuthorityChange.class);

    public static final Operation<Empty, MirrorList> MIRRORS = Operation.get("mirrors", "/mirrors")
            .about(
                    "Lists the mirrors, registries and proxies that the configuration of this host's package managers "
                            + "names. Guests use only those that the user chose.",
                    "The mirrors.")
            .answers(MirrorList.class);

    public static final Operation<ChooseMirrors, MirrorChange> USE_MIRRORS = Operation.post(
                    "useMirrors", "/mirrors/use")
            .about(
                    "Makes the package managers of all guests use mirrors of this host, in running ones"
                            + " immediately. A password or token is stored as a secret that is bound to the"
                            + " mirror's name.",
                    "The mirrors, and the running sandboxes that use them now.")
            .body(ChooseMirrors.class)
            .answers(MirrorChange.class);

    public static final Operation<ChooseMirrors, MirrorChange> FORGET_MIRRORS = Operation.post(
                    "forgetMirrors", "/mirrors/forget")
            .about(
                    "Ends the use of mirrors in guests, in running ones immediately, and removes their secrets.",
                    "The mirrors, and the running sandboxes that do not use them any more.")
            .body(ChooseMirrors.class)
            .answers(MirrorChange.class);

    private AuthorityApi() {}
}
