/// Responses about terminals, commands and SSH access.
@NullMarked
package dev.belljar.contract.view.session;

import org.jspecify.annotations.NullMarked;
