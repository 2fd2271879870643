/// The stored policies for jails: organization, project and user.
@NullMarked
package dev.belljar.agent.jail.policy;

import org.jspecify.annotations.NullMarked;
