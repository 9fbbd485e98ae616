/** A real browser, and what it finds wrong with a page. */
package io.tidings.acceptance.browser.chromium;
