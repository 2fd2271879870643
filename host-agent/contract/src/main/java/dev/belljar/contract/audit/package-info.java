/// The files of the audit log and their verification, and the receipts of syncs that refer to the audit log. A client
/// can verify both without the host agent.
@NullMarked
package dev.belljar.contract.audit;

import org.jspecify.annotations.NullMarked;
