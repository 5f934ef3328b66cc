/** What a body says of a channel, and what is wrong with it beyond its schema. Pure. */
import { valueIn } from '../../contract/any-case.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';

const TEXTS = ['channelId', 'channelName', 'channelUrl', 'reason'] as const;

/** The channel of a body. */
export const validatedChannel = ({ body, cleared }: Normalized) => {
  const state = valueIn(['connected', 'disconnected'], body.state) ?? 'disconnected';
  const texts: { readonly [Name in (typeof TEXTS)[number]]?: string } = Object.fromEntries(
    TEXTS.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]]] : [])),
  );
  const needsId = state === 'connected' && texts.channelId === undefined && body.state !== undefined;
  const violations: readonly Violation[] = needsId
    ? [{ path: 'channelId', error: invalid('channelId', 'is required where the channel is connected'), missing: true }]
    : [];
  const blank = Object.fromEntries(
    (['channelName', 'channelUrl'] as const).flatMap((name) => (cleared.includes(name) ? [[name, null]] : [])),
  );
  return { prepared: { state, ...texts, ...blank }, violations };
};
