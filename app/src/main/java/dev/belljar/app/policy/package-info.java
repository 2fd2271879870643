/// The network policy of a sandbox: rules and their reasons, the project's proposal, drafts, and secrets.
@NullMarked
package dev.belljar.app.policy;

import org.jspecify.annotations.NullMarked;
