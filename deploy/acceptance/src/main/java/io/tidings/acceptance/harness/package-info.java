/** What checks are made with: their list, a client of one topic, and endpoints that count. */
@NullMarked
package io.tidings.acceptance.harness;

import org.jspecify.annotations.NullMarked;
