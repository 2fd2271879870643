/// Keys and certificates: makes authorities and the certificates they sign, and keeps them in files.
@NullMarked
package dev.belljar.agent.certificate;

import org.jspecify.annotations.NullMarked;
