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
                    "Lists the certificate authorities that this host has besides its distribution's own. Guests "
                            + "trust only those that the user chose.",
                    "The authorities.")
            .answers(AuthorityList.class);

    public static final Operation<ChooseAuthorities, AuthorityChange> TRUST = Operation.post(
                    "trustAuthorities", "/authorities/trust")
            .about(
                    "Makes the guests of all sandboxes, or of one project, trust certificate authorities of this"
                            + " host. Running guests trust them immediately.",
                    "The authorities, and the running sandboxes that trust them now.")
            .body(ChooseAuthorities.class)
            .answers(AuthorityChange.class);

    public static final Operation<ChooseAuthorities, AuthorityChange> REVOKE = Operation.post(
                    "revokeAuthorities", "/authorities/revoke")
            .about(
                    "Makes guests stop trusting certificate authorities, running guests immediately. If the"
                            + " request names no project, the choices for single projects are removed as well.",
                    "The authorities, and the running sandboxes that no longer trust them.")
            .body(ChooseAuthorities.class)
            .answers(AuthorityChange.class);

    public static final Operation<Empty, MirrorList> MIRRORS = Operation.get("mirrors", "/mirrors")
            .about(
                    "Lists the mirrors, registries and proxies that this host's package managers are configured to "
                            + "use. Guests use only those that the user chose.",
                    "The mirrors.")
            .answers(MirrorList.class);

    public static final Operation<ChooseMirrors, MirrorChange> USE_MIRRORS = Operation.post(
                    "useMirrors", "/mirrors/use")
            .about(
                    "Makes the package managers of all guests use mirrors of this host, in running guests"
                            + " immediately. A password or token is stored as a secret that is bound to the"
                            + " mirror's name.",
                    "The mirrors, and the running sandboxes that use them now.")
            .body(ChooseMirrors.class)
            .answers(MirrorChange.class);

    public static final Operation<ChooseMirrors, MirrorChange> FORGET_MIRRORS = Operation.post(
                    "forgetMirrors", "/mirrors/forget")
            .about(
                    "Makes guests stop using mirrors, running guests immediately, and removes the mirrors' secrets.",
                    "The mirrors, and the running sandboxes that no longer use them.")
            .body(ChooseMirrors.class)
            .answers(MirrorChange.class);

    private AuthorityApi() {}
}
