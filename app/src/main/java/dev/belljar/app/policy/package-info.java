/// The policy of a sandbox's network: what is in force and why, what the project proposes, drafts, and secrets.
@NullMarked
package dev.belljar.app.policy;

import org.jspecify.annotations.NullMarked;
