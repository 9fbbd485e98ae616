/** The types of events that a topic declares, and the schemas that the data of their events is checked against. Pure. */
@NullMarked
package io.tidings.contract.eventtype;

import org.jspecify.annotations.NullMarked;
