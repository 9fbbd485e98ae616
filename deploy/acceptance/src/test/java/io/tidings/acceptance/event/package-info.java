/** The life of an event from its publisher to its end, and what operators see of it and do with it. */
package io.tidings.acceptance.event;
