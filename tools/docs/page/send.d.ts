/** The types of send.js, which browsers run as it stands. */
import type { TryFacts } from './try-facts.ts';

/** What a reader typed. */
export interface Typed {
  /** The address of the API: `https://host/prod`. */
  readonly base: string;
  readonly key: string;
  /** By place and name: `query.fields`. An empty one is not sent. */
  readonly values: Readonly<Record<string, string>>;
  /** Further headers, one a line. */
  readonly more?: string;
  readonly body?: string;
}

/** A request, as it is sent. */
export interface TriedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** The page that sends: its own origin, and where its server forwards requests to other hosts; absent if it does not. */
export interface TryingPage {
  readonly home: string;
  readonly forward?: string | undefined;
}

/** The base URL without a slash at its end. @throws Error for anything but an address of HTTP */
export const baseOf: (text: string) => string;

/** Builds the request. @throws Error for a base URL, path or header that can't be sent */
export const requestOf: (facts: Pick<TryFacts, 'method' | 'path' | 'parameters'>, typed: Typed) => TriedRequest;

/** How a request gets to a URL: `cors` is up to the API there. */
export const wayOf: (url: string, page: TryingPage) => 'direct' | 'forwarded' | 'cors';
