/** What a body says of connectors, and what is wrong with it beyond its schema. Pure. */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Locality } from '../../outside/addresses.ts';
import type { BasicAuth } from '../../subscriptions/repository/secrets.ts';
import { urlProblem } from '../../subscriptions/rules/url.ts';
import { CHANNELS, type Channel } from '../repository/channels.ts';
import type { Wanted } from '../repository/connectors.ts';
import { SANDBOX_URL } from '../repository/sandbox-url.ts';

/** What a stage allows: `sandbox` as a URL, and http and loopback. */
export interface Stage extends Locality {
  readonly allowSandbox: boolean;
}

export interface WantedConnectors {
  readonly connectors: readonly Wanted[];
  /** `null` for none; `undefined` where nothing is said of it. */
  readonly auth: BasicAuth | null | undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Channels are read without case. */
const channelOf = (value: unknown): string => textOf(value).trim().toUpperCase();

const isChannel = (channel: string): channel is Channel => (CHANNELS as readonly string[]).includes(channel);

/** @param before - the channels of earlier rows */
const rowViolations = (
  { channel, url }: { readonly channel: string; readonly url: string },
  path: string,
  before: ReadonlySet<string>,
  stage: Stage,
): readonly Violation[] => {
  const wrong = (name: string, problem: string): Violation => ({
    path: `${path}.${name}`,
    error: invalid(`${path}.${name}`, problem),
  });
  const isSandbox = url === SANDBOX_URL && stage.allowSandbox;
  const problem = url === '' || isSandbox ? undefined : urlProblem(url, stage);
  return [
    ...(isChannel(channel) && before.has(channel) ? [wrong('channel', 'is in the list before')] : []),
    ...(problem === undefined ? [] : [wrong('url', problem)]),
  ];
};

/** The connectors that a body asks for. */
export const validatedConnectors = (
  { body, cleared }: Normalized,
  stage: Stage,
): { readonly prepared: WantedConnectors; readonly violations: readonly Violation[] } => {
  const sent = Array.isArray(body.connectors) ? body.connectors : [];
  const rows = sent.map((row) =>
    isObject(row) ? { channel: channelOf(row.channel), url: textOf(row.url).trim() } : { channel: '', url: '' },
  );
  const before = new Set<string>();
  const violations = rows.flatMap((row, index) => {
    const found = rowViolations(row, `connectors[${index}]`, before, stage);
    before.add(row.channel);
    return found;
  });
  const auth = isObject(body.auth) ? (body.auth as unknown as BasicAuth) : undefined;
  return {
    prepared: {
      connectors: rows.filter((row): row is Wanted => isChannel(row.channel)),
      auth: cleared.includes('auth') ? null : auth && { username: auth.username, password: auth.password },
    },
    violations,
  };
};
