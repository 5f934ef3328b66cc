/** Requests of get maps action links against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { categoryIdNotFound, type getMapsActionLinks } from './get-maps-action-links.ts';

export const getMapsActionLinksCases: Cases<typeof getMapsActionLinks> = {
  parameters: { businessNumber: 700101 },
  examples: [
    {
      summary: 'Links of a restaurant',
      reply: [
        { id: 'quicklinks.restaurant_order_food', name: 'Order food' },
        { id: 'quicklinks.restaurant_reserve_a_table', name: 'Reserve a table' },
        { id: 'quicklinks.restaurant_view_menu', name: 'View menu' },
        { id: 'quicklinks.restaurant_order_delivery', name: 'Order delivery' },
        { id: 'quicklinks.restaurant_order_takeout', name: 'Order takeout' },
        { id: 'quicklinks.restaurant_join_waitlist', name: 'Join waitlist' },
      ],
    },
  ],
  provocations: { categoryIdNotFound: { parameters: { businessNumber: 799999 } } },
  foreign: {
    businessNumber: foreignLocation('businessNumber', categoryIdNotFound),
  },
};
