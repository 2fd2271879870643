/// Responses about connections: flows, routes, port forwards, tunnels and packet captures.
@NullMarked
package dev.belljar.contract.view.network;

import org.jspecify.annotations.NullMarked;
