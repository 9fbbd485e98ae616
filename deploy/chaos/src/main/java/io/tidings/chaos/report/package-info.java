/** What a campaign found, for people and for programs. */
@NullMarked
package io.tidings.chaos.report;

import org.jspecify.annotations.NullMarked;
