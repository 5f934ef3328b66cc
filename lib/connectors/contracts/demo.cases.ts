/** What the demo data has of connectors, for the cases of their contracts. */
import { digest } from '../../dynamodb/table/keys.ts';
import { CHANNELS } from '../repository/channels.ts';

/** As a load makes them. */
const idOf = (prefix: string, ...of: readonly (string | number)[]): string =>
  `${prefix}_${digest('connector', ...of).slice(0, 16)}`;

const SECRET = 'whsec_ZGVtby1zZWNyZXQtb2YtdGhlLW9yY2hhcmQtY29ubmVj';
export const ACCOUNT = 700100;

export const DEMO = { set: idOf(`con_${ACCOUNT.toString(36)}`, ACCOUNT, SECRET) } as const;

const enabled = { state: 'enabled', disabledSince: null, disabledReason: null } as const;

/** Those of the account, in their order. */
export const demoConnectors = CHANNELS.map((channel) => ({
  id: idOf('cn', ACCOUNT, channel),
  channel,
  url: 'sandbox',
  ...enabled,
}));

/** A connector that is not of the demo data. */
export const connectorAt = (channel: string, url: string) => ({ id: 'cn_6f0d2c9be1a87435', channel, url, ...enabled });
