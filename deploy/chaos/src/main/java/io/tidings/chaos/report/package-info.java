/** What a campaign found, for people and for programs, judged by the limits of an overload. */
@NullMarked
package io.tidings.chaos.report;

import org.jspecify.annotations.NullMarked;
