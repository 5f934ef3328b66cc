/** The page that links of requests lead to, where an account has none of its own: a setting of the stage. */

/** The environment variable that names it. */
export const REQUEST_PAGE = 'REQUEST_PAGE_URL';

/** `undefined` where the stage has none. */
export const pageOfStage = (): string | undefined => process.env[REQUEST_PAGE] || undefined;
