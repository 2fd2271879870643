/// Keys and certificates: how an authority and what it signs are made, written and kept.
@NullMarked
package dev.belljar.agent.certificate;

import org.jspecify.annotations.NullMarked;
