/** The pages of the documentation: their commands run as they stand, and what they say of the code is so. */
package io.tidings.acceptance.page;
