/// Requests about connections.
@NullMarked
package dev.belljar.contract.request.network;

import org.jspecify.annotations.NullMarked;
