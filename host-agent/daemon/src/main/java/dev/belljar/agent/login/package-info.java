/// Logins of the user in a browser, so that coding agents get a credential that stays on the host.
@NullMarked
package dev.belljar.agent.login;

import org.jspecify.annotations.NullMarked;
