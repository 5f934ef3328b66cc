/** What the demo data has of tickets, for the cases of their contracts. */
import { foreignAccount, foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';

/** Of location 700101: of a review, open and commented; and of what a customer asked. */
export const DEMO = { ofReview: 770301, asked: 770302, absent: 779999 } as const;
/** The other partner's ticket, and an id that no ticket has. */
export const FOREIGN = { foreign: 870301, absent: 879999 } as const;

/** The owner of the other partner's account. */
export const HUGO = 'hugo.lane@harborstreet.example';
/** The owner of the demo account, a viewer of it, and an employee. */
export const MARTA = 'marta.quill@copperkettle.example';
export const TOM = 'tom.wills@copperkettle.example';
export const NORA = 'nora.abbott@copperkettle.example';

export const foreignBusiness = (body?: unknown) => foreignAccount('businessId', laterErrors.businessNotFound, body);
export const foreignPlace = () => foreignLocation('businessId', laterErrors.businessNotFound);

const business = { name: 'Copper Kettle Grill', alias: 'Grill Atascadero', number: 700101, phone: '(805) 555-0101' };

export const ofReview = {
  id: DEMO.ofReview,
  status: 'open',
  rating: 2,
  externalId: 'maps-700101-1',
  date: '2025-01-06 18:10:00',
  postedOn: '2025-01-06 18:10:00',
  updateDate: '2026-02-10 10:30:00',
  created: '2026-02-10 09:00:00',
  description: 'We waited forty minutes.',
  activityCount: 2,
  assignedTo: { firstName: 'Marta', lastName: 'Quill', name: 'Marta Quill', emailId: MARTA },
  business,
  source: { name: 'Maps' },
  ticketType: 'review',
  tags: ['service'],
  reporter: null,
  customerId: null,
  surveyId: null,
  surveyResponseId: null,
} as const;

export const asked = {
  id: DEMO.asked,
  status: 'new',
  rating: null,
  externalId: null,
  date: '2026-02-11 16:20:00',
  postedOn: '2026-02-11 16:20:00',
  updateDate: '2026-02-11 16:20:00',
  created: '2026-02-11 16:20:00',
  description: 'The terrace heater does not work.',
  activityCount: 1,
  assignedTo: { firstName: 'Nora', lastName: 'Abbott', name: 'Nora Abbott', emailId: NORA },
  business,
  source: { name: 'Phone' },
  ticketType: 'untagged',
  tags: ['heating'],
  reporter: {
    firstName: 'Ada',
    lastName: 'Field',
    emailId: 'ada.field@mail.example',
    phone: '(805) 555-0171',
  },
  customerId: 41001,
  surveyId: null,
  surveyResponseId: null,
} as const;
