/** What the contracts of connectors share. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { CHANNELS } from '../repository/channels.ts';

/** The header by which an account is selected. */
export const account = {
  'x-business-number': addressed(
    errors.businessInvalid,
    'The number of the account or of one of its locations; it selects the account',
  ),
} as const;

const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

export const setId = field(
  nullable('string'),
  'Id of the connectors of the account; null without any',
  'con_f078_4be1a874356f0d2c',
);

const connector = {
  title: 'Connector',
  type: 'object',
  required: ['id', 'channel', 'url', 'state', 'disabledSince', 'disabledReason'],
  properties: {
    id: field(text, 'Id of the connector; 0 for a dry run', 'cn_6f0d2c9be1a87435'),
    channel: field({ enum: CHANNELS }, 'Site or kind of message whose jobs it carries out', 'ALPHA'),
    url: field(text, 'URL to which jobs are sent', 'https://connect.orchard.example/alpha'),
    state: field(
      { enum: ['enabled', 'disabled'] },
      'Whether jobs are sent; set connectors enables it again',
      'enabled',
    ),
    disabledSince: field(
      { ...nullable('string'), format: 'date-time' },
      'Since when it is disabled, ISO 8601 in UTC',
      null,
    ),
    disabledReason: field(nullable('string'), 'Why it was disabled', null),
  },
} as const;

export const connectorList = field({ type: 'array', items: connector }, 'The connectors, in order of channel');
