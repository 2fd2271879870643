/// Responses about the host agent and this computer: status, checks, guest images and tools.
@NullMarked
package dev.belljar.contract.view.host;

import org.jspecify.annotations.NullMarked;
