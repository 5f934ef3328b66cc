/** What our clients are called. */

/** The name under which both clients are installed. */
export const CLIENT_NAME = 'partner-listing-client';

/** What a program for Python imports. */
export const PYTHON_MODULE = 'partner_listing_client';
