/**
 * The session that commands share: options and output; and the commands for profiles, tokens, the audit log and
 * completion.
 */
@NullMarked
package io.tidings.cli.session;

import org.jspecify.annotations.NullMarked;
