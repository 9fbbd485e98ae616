/** A release: its images and libraries, and what a former one left on the topics. */
package io.tidings.acceptance.release;
