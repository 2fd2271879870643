/// What is wanted of jails.
@NullMarked
package dev.belljar.contract.request.jail;

import org.jspecify.annotations.NullMarked;
