/// Requests about terminals, commands and SSH access.
@NullMarked
package dev.belljar.contract.request.session;

import org.jspecify.annotations.NullMarked;
