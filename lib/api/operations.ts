/** The table of operations: routes, permissions, the OpenAPI document and the tests all read it. */
import { addAggregationLink } from './add-aggregation-link.ts';
import { getContact } from './get-contact.ts';
import { getMapsActionLinks } from './get-maps-action-links.ts';
import { getMenuDetails } from './get-menu-details.ts';
import type { Operation } from './operation.ts';
import { updateBusiness } from './update-business.ts';

export const operations: readonly Operation[] = [
  updateBusiness,
  getContact,
  getMenuDetails,
  addAggregationLink,
  getMapsActionLinks,
];
