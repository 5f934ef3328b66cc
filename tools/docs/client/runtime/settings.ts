/** The settings of a client, and the options of a single call. */

export interface Settings {
  /** The URL of the API, with its stage: `https://<host>/prod`, or `http://localhost:3000`. */
  baseUrl: string;
  /** The partner's key. Keep it on a server: a browser shows it to everyone. */
  apiKey: string;
  /** Milliseconds that one attempt may take, including its body; 30,000 by default. */
  timeout?: number;
  /** Milliseconds that a call may take with all of its retries and waits; 120,000 by default. */
  deadline?: number;
  /** How often a call is retried; 4 by default. */
  retries?: number;
  /** The name of your program, sent in the header `User-Agent` before the client's own name. */
  userAgent?: string;
  /** A replacement for the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** How a single call differs from the settings of its client. */
export interface CallOptions {
  /** Aborts the call and its retries; the call then throws the signal's reason. */
  signal?: AbortSignal;
  timeout?: number;
  deadline?: number;
  retries?: number;
}

export interface WriteOptions extends CallOptions {
  /**
   * Identifies this write for 24 hours: the same request with the same key changes nothing and gets the first response.
   * By default the client generates a key for the call and uses it for all of its retries. Set your own key if a write
   * must be executed only once even if your process ends meanwhile.
   */
  idempotencyKey?: string;
  /** Validate without saving, and return what would be stored. */
  validateOnly?: boolean;
}

export interface VersionedWriteOptions extends WriteOptions {
  /** Write only to the version that this ETag names, or to any with `*`; else `VersionChangedError`. */
  ifMatch?: string;
}

export interface PageOptions extends CallOptions {
  /** The number of records of a page, if you don't want the default. */
  pageSize?: number;
}

export interface FollowOptions extends CallOptions {
  /** Milliseconds between two requests once everything has been read; 10,000 by default. */
  waitMilliseconds?: number;
  /**
   * Gets the cursor after each page whose changes were all taken, also after one without changes. Store it, or the cursor
   * of the change that you took last: whichever came last. A promise is awaited before the next request.
   */
  onCursor?: (cursor: string) => unknown;
}

/** Settings with their defaults, checked. */
export interface Resolved extends Required<Omit<Settings, 'userAgent'>> {
  readonly agent: string;
}

/** The longest delay of a timer: a longer one fires immediately. */
const MOST = 2 ** 31 - 1;

const amount = (name: string, value: number, least: number): number => {
  if (value >= least && value <= MOST) return value;
  throw new TypeError(`${name} must be a number from ${least} to ${MOST}`);
};

type Limits = Pick<Resolved, 'timeout' | 'deadline' | 'retries'>;

/**
 * The limits of a call; those omitted or `undefined` are the client's.
 *
 * @throws TypeError for a number that is too small or too large
 */
export const limitsOf = (options: CallOptions, usual: Limits): Limits => ({
  timeout: amount('timeout', options.timeout ?? usual.timeout, 1),
  deadline: amount('deadline', options.deadline ?? usual.deadline, 1),
  retries: amount('retries', options.retries ?? usual.retries, 0),
});

/** The platform's name and version, if it has them: `Node.js/24`. */
const platform = (): string => {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { versions?: { node?: string } };
  };
  const name = navigator?.userAgent ?? (process?.versions?.node && `Node.js/${process.versions.node}`);
  return name ? ` (${name.replace(/[^ -~]|[()]/g, '')})` : '';
};

/** @throws TypeError for an invalid URL, an empty key, and numbers that are too small */
export const resolved = (settings: Settings, client: string): Resolved => {
  const { baseUrl, apiKey, userAgent } = settings;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl must begin with https:// or http://');
  if (search || hash || username || password) throw new TypeError('baseUrl must be an origin and a path alone');
  if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey must be a text');
  return {
    baseUrl: origin + pathname.replace(/\/+$/, ''),
    apiKey,
    ...limitsOf(settings, { timeout: 30_000, deadline: 120_000, retries: 4 }),
    fetch: settings.fetch ?? ((...given) => globalThis.fetch(...given)),
    agent: `${userAgent ? `${userAgent} ` : ''}${client}${platform()}`,
  };
};
