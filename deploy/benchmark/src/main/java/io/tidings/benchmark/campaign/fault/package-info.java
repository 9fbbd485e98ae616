/** What is done to a town. Each returns when all it touched works again. */
@NullMarked
package io.tidings.benchmark.campaign.fault;

import org.jspecify.annotations.NullMarked;
