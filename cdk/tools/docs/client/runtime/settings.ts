/** What a client is told once, and what a single call is told. */

export interface Settings {
  /** Where the API is, with its stage: `https://<host>/prod`, or `http://localhost:3000`. */
  baseUrl: string;
  /** The partner's key. Keep it on a server: a browser shows it to everyone. */
  apiKey: string;
  /** Milliseconds that one try may take, its body included; 30,000 unless it is set. */
  timeout?: number;
  /** Milliseconds that a call may take with all of its retries and waits; 120,000 unless it is set. */
  deadline?: number;
  /** How often a call is tried again; 4 unless it is set. */
  retries?: number;
  /** Stands in the header `User-Agent` before the client's own name: the name of your program. */
  userAgent?: string;
  /** Sends the requests in place of the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** How a single call differs from the settings of its client. */
export interface CallOptions {
  /** Gives the call up, its retries too; the call then throws the signal's reason. */
  signal?: AbortSignal;
  timeout?: number;
  deadline?: number;
  retries?: number;
}

export interface WriteOptions extends CallOptions {
  /**
   * Names this write for 24 hours: whoever sends the same request under it again changes nothing, and has the response of
   * the first time. Without it the client makes a new one for the call, the same for all of its retries. Give one of your
   * own where a write is to be done once even if your process ends meanwhile.
   */
  idempotencyKey?: string;
  /** Judge the request as a real one would be, write nothing, and answer with what would be stored. */
  validateOnly?: boolean;
}

export interface VersionedWriteOptions extends WriteOptions {
  /** Write only to the version that this ETag names, or to any with `*`; else `VersionChangedError`. */
  ifMatch?: string;
}

export interface PageOptions extends CallOptions {
  /** Records of a page, where the usual number is not what you want. */
  pageSize?: number;
}

/** Settings with their defaults, checked. */
export interface Resolved extends Required<Omit<Settings, 'userAgent'>> {
  readonly agent: string;
}

/** What a timer takes: one that is set for longer rings at once. */
const MOST = 2 ** 31 - 1;

const amount = (name: string, value: number, least: number): number => {
  if (value >= least && value <= MOST) return value;
  throw new TypeError(`${name} must be a number from ${least} to ${MOST}`);
};

type Limits = Pick<Resolved, 'timeout' | 'deadline' | 'retries'>;

/**
 * The limits of a call; what it leaves out, or has as `undefined`, is that of the client.
 *
 * @throws TypeError for a number that is too small or too large
 */
export const limitsOf = (options: CallOptions, usual: Limits): Limits => ({
  timeout: amount('timeout', options.timeout ?? usual.timeout, 1),
  deadline: amount('deadline', options.deadline ?? usual.deadline, 1),
  retries: amount('retries', options.retries ?? usual.retries, 0),
});

/** The platform, where it says what it is: `Node.js/24`. */
const platform = (): string => {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { versions?: { node?: string } };
  };
  const name = navigator?.userAgent ?? (process?.versions?.node && `Node.js/${process.versions.node}`);
  return name ? ` (${name.replace(/[^ -~]|[()]/g, '')})` : '';
};

/** @throws TypeError for an address that is none, an empty key, and numbers that are too small */
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
