/** What send message refuses, with its own errors. Pure. */
import type { MessageChannel } from '../../connectors/repository/channels.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';

const optOutOf = (channel: MessageChannel): ErrorEntry => ({
  ...errors.invalidRequest,
  message: `The contact has opted out of ${channel}`,
});

/** One error for each channel. */
const OPT_OUTS = { SMS: optOutOf('SMS'), EMAIL: optOutOf('EMAIL'), LIVE_CHAT: optOutOf('LIVE_CHAT') } as const;

export const optedOut = (channel: MessageChannel): ErrorEntry => OPT_OUTS[channel];

export const noConnector: ErrorEntry = invalid('channel', 'has no connector');

export const noChat: ErrorEntry = invalid('channel', 'LIVE_CHAT needs a chat message of the contact to answer');

/** The error for a contact without an address over a channel. */
export const unreachable = (channel: MessageChannel): ErrorEntry =>
  channel === 'LIVE_CHAT' ? noChat : errors.emailOrPhoneRequired;
