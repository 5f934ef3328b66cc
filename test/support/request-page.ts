/** The page for requests of every stage in tests: one whose context names none refuses to create links to it. */
import { REQUEST_PAGE } from '../../lib/campaigns/page.ts';

export const requestPage = { [REQUEST_PAGE]: 'https://feedback.listing.example/r' } as const;
