package dev.belljar.contract.view.network;

import java.util.List;

/// The certificate authorities that guests can be made to trust, and the files of the host that were left out.
public record AuthorityList(List<HostAuthority> authorities, List<UnusableFile> unusable) {
    public AuthorityList {
        authorities = List.copyOf(authorities);
        unusable = List.copyOf(unusable);
    }
}
