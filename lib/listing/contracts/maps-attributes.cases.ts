/** Requests of get maps attributes against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { mapsAttributes } from './maps-attributes.ts';

export const mapsAttributesCases: Cases<typeof mapsAttributes> = {
  parameters: { businessNumber: 700101 },
  examples: [
    {
      summary: 'A bank (first attribute of each group)',
      parameters: { categoryId: 'bank' },
      varies: [
        'accessibility.mobility',
        'accessibility.communication',
        'amenities.general',
        'dining.service',
        'payments.methods',
        'parking.options',
        'pets.policy',
        'sustainability.general',
      ],
      reply: {
        'accessibility.mobility': [
          {
            attributeId: 'accessibility.mobility.wheelchair_accessible',
            description: 'The entrance and the main rooms can be reached in a wheelchair',
          },
        ],
        'accessibility.communication': [
          {
            attributeId: 'accessibility.communication.hearing_loop',
            description: 'An induction loop for hearing aids',
          },
        ],
        'amenities.general': [{ attributeId: 'amenities.general.wi_fi', description: 'Wi-Fi for guests' }],
        'dining.service': [
          { attributeId: 'dining.service.drive_through', description: 'Service at a window for cars' },
        ],
        'payments.methods': [{ attributeId: 'payments.methods.cash', description: 'Cash is accepted' }],
        'parking.options': [{ attributeId: 'parking.options.free_parking', description: 'Parking without a fee' }],
        'pets.policy': [
          { attributeId: 'pets.policy.service_animals_allowed', description: 'Service animals may come along' },
        ],
        'sustainability.general': [
          { attributeId: 'sustainability.general.recycling', description: 'Waste is sorted and recycled' },
        ],
      },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessNumber: 799999 } } },
  invalid: {
    parameters: { categoryId: 'chocolate_teapots' },
    message: 'categoryId is no category of MAPS; get category list with sourceName=MAPS has all of them',
    violations: [{ pointer: '', parameter: 'categoryId' }],
  },
  foreign: {
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid),
  },
};
