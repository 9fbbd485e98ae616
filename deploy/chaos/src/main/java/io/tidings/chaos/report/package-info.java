/** The findings of a campaign, for people and for programs, and the limits that judge an overload. */
@NullMarked
package io.tidings.chaos.report;

import org.jspecify.annotations.NullMarked;
