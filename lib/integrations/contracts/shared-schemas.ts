/** What the contracts of mappings share. */
import { maxLine, maxText } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { MOST_PROPERTIES } from '../repository/integration.ts';

/** The other system: a number of the partner's choice, which names no record. */
export const groupId = { ...recordNumber } as const;

/** Properties as they are sent; keys that differ by case alone are one (lib/integrations/rules). */
export const sentProperties = {
  type: 'array',
  'x-blank': 'check',
  maxItems: MOST_PROPERTIES,
  items: {
    title: 'IntegrationProperty',
    type: 'object',
    required: ['propertyKey'],
    properties: {
      propertyKey: field(maxLine(100), 'Name of the property, 1 to 100 characters', 'storeCode'),
      propertyValue: field(maxText(1000), 'Its value, at most 1000 characters; empty by default', 'CK-0412'),
    },
  },
} as const;
