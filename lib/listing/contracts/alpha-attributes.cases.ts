/** Requests of get alpha attributes against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { alphaAttributes } from './alpha-attributes.ts';

const attribute = (attributeId: string, displayName: string, groupDisplayName: string) => ({
  attributeId,
  displayName,
  groupDisplayName,
});
const yesOrNo = (...names: Parameters<typeof attribute>) => ({
  ...attribute(...names),
  valueType: 'BOOL',
  valueMetadata: [
    { value: true, displayName: 'Yes' },
    { value: false, displayName: 'No' },
  ],
});
const url = (...names: Parameters<typeof attribute>) => ({
  ...attribute(...names),
  valueType: 'URL',
  valueMetadata: [],
});

export const alphaAttributesCases: Cases<typeof alphaAttributes> = {
  parameters: { businessNumber: 700101, categoryId: 'bank', countryCode: 'US' },
  examples: [
    {
      summary: 'A bank (first attribute of each group)',
      varies: [
        'accessibility',
        'amenities',
        'highlights',
        'ownership',
        'parking',
        'payments',
        'service_options',
        'links',
        'safety',
      ],
      reply: {
        accessibility: [yesOrNo('wheelchair_accessible_entrance', 'Wheelchair accessible entrance', 'Accessibility')],
        amenities: [yesOrNo('restroom', 'Restroom', 'Amenities')],
        highlights: [yesOrNo('locally_owned', 'Locally owned', 'Highlights')],
        ownership: [yesOrNo('women_owned', 'Women-owned', 'Identifies as')],
        parking: [yesOrNo('free_parking_lot', 'Free parking lot', 'Parking')],
        payments: [yesOrNo('cash_only', 'Cash only', 'Payments')],
        service_options: [yesOrNo('drive_through', 'Drive-through', 'Service options')],
        links: [url('accessibility_statement', 'Accessibility statement', 'Links')],
        safety: [yesOrNo('safety_dividers_at_checkout', 'Safety dividers at checkout', 'Health and safety')],
      },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessNumber: 799999 } } },
  invalid: {
    parameters: { categoryId: 'chocolate_teapots' },
    message: 'categoryId is no category of ALPHA in US; get category list with sourceName=ALPHA has all of them',
    violations: [{ pointer: '', parameter: 'categoryId' }],
  },
  foreign: {
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid),
  },
};
