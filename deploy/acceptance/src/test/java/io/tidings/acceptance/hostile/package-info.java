/** Bytes that nobody should send, and what they leave behind. */
package io.tidings.acceptance.hostile;
