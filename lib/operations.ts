/** The table of operations: routes, permissions, the OpenAPI document and the tests all read it. */
import { updateBusiness } from './business/contracts/update-business.ts';
import { addAggregationLink } from './competitors/contracts/add-aggregation-link.ts';
import { getContact } from './contacts/contracts/get-contact.ts';
import { type Operation, operation } from './contract/cases.ts';
import { getMapsActionLinks } from './listing/contracts/get-maps-action-links.ts';
import { getMenuDetails } from './menus/contracts/get-menu-details.ts';

export const operations: readonly Operation[] = [
  operation(updateBusiness, undefined as never),
  operation(getContact, undefined as never),
  operation(getMenuDetails, undefined as never),
  operation(addAggregationLink, undefined as never),
  operation(getMapsActionLinks, undefined as never),
];
