package dev.belljar.contract.operation;

import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;

/// The operations on the certificate authorities of this host that guests can be made to trust.
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
                    "Makes the guests of all sandboxes, or of one project, trust certificate authorities of this host; "
                            + "running ones at once.",
                    "The authorities, and the running sandboxes that trust them now.")
            .body(ChooseAuthorities.class)
            .answers(AuthorityChange.class);

    public static final Operation<ChooseAuthorities, AuthorityChange> REVOKE = Operation.post(
                    "revokeAuthorities", "/authorities/revoke")
            .about(
                    "Ends the trust of guests in certificate authorities, in running ones at once. Without a project, "
                            + "the choices for projects end, too.",
                    "The authorities, and the running sandboxes that do not trust them any more.")
            .body(ChooseAuthorities.class)
            .answers(AuthorityChange.class);

    private AuthorityApi() {}
}
