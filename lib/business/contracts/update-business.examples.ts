/** The examples of update business: requests against the demo data, and the responses to them. */
import type { Example } from '../../contract/cases.ts';

const hours = (day: number, startHour: string, endHour: string) => ({
  day,
  isOpen: 1,
  workingHours: [{ startHour, endHour }],
});
const answered = ({ day, ...rest }: ReturnType<typeof hours>) => ({ day: String(day), ...rest, comment: '' });
const weekdays = [0, 1, 2, 3, 4].map((day) => hours(day, '11:00', '22:00'));
const lateSaturday = { ...hours(5, '11:00', '1:00'), comment: 'Kitchen closes at 23:00' };

const grill = {
  name: 'Copper Kettle Grill',
  alias: 'Grill Atascadero',
  websiteUrl: 'https://copperkettle.example/',
  description:
    'Copper Kettle Grill cooks over oak in the old packing house of the town. The menu follows the farms of the county: ' +
    'steaks and fish from the grate, vegetables from the embers, bread from the wood oven, and a bar that pours what the ' +
    'valley grows.',
  logoUrl: '',
  coverImageUrl: '',
  alphaCover: '',
  betaCover: '',
  timezone: 'America/Los_Angeles',
  payment: 'Cash,Credit card,Contactless',
  languages: ['English'],
  isServiceAreaProvider: 'No',
  serviceAreas: [],
  working24x7: 0,
  location: {
    address1: '412 Orchard Street',
    address2: 'Suite 2',
    city: 'Atascadero',
    state: 'CA',
    zip: '93422',
    countryCode: 'US',
    countryName: 'United States',
  },
  categoryList: ['Restaurant', 'American restaurant', 'Steak house'],
  socialProfileURLs: {
    alphaUrl: 'https://alpha.example/copperkettle',
    betaUrl: 'https://beta.example/copperkettle',
    microblogUrl: null,
    professionalUrl: null,
    videoUrl: null,
  },
};

export const updateBusinessExamples: readonly [Example<'businessId'>, ...Example<'businessId'>[]] = [
  {
    summary: 'Contact details and opening hours',
    body: {
      name: 'Copper Kettle Grill',
      emailId: 'hello@copperkettle.example',
      phone: '(805) 555-0142',
      services: 'Dine-in, Takeout, Catering',
      keywords: 'grill, steak, patio',
      websiteUrl: 'https://copperkettle.example/',
      hoursOfOperations: [...weekdays, lateSaturday, { day: 6, isOpen: 0 }],
    },
    reply: {
      ...grill,
      ...{
        emailId: 'hello@copperkettle.example',
        phone: '(805) 555-0142',
        fax: '(805) 555-0151',
        keywords: 'grill, steak, patio',
        services: 'Dine-in, Takeout, Catering',
      },
      hoursOfOperations: [
        ...weekdays.map(answered),
        { ...answered(lateSaturday), comment: lateSaturday.comment },
        { day: '6', isOpen: 0, workingHours: [], comment: '' },
      ],
    },
  },
  {
    summary: 'Temporarily closed',
    body: {
      emailId: 'grill@copperkettle.example',
      phone: '(805) 555-0101',
      services: 'Dine-in,Takeout,Delivery,Private dining',
      businessStatus: 'Temporarily Closed',
      reopenDate: '07/01/2099',
      fax: null,
    },
    reply: {
      ...grill,
      ...{
        emailId: 'grill@copperkettle.example',
        phone: '(805) 555-0101',
        fax: '',
        keywords: 'grill,steak,family dinner,patio',
        services: 'Dine-in,Takeout,Delivery,Private dining',
      },
      hoursOfOperations: [...weekdays, hours(5, '10:00', '23:00'), hours(6, '10:00', '21:00')].map(answered),
    },
  },
  {
    summary: 'Custom fields: one changed, one new, others removed',
    body: {
      emailId: 'grill@copperkettle.example',
      phone: '(805) 555-0101',
      services: 'Dine-in,Takeout,Delivery,Private dining',
      customFields: [
        { fieldName: 'Parking', id: 740001, type: 'DROPDOWN_SINGLE', fieldValue: 'Garage' },
        { fieldName: 'Patio', id: 740010, type: 'TEXT', fieldValue: 'Heated' },
      ],
    },
    reply: {
      ...grill,
      ...{
        emailId: 'grill@copperkettle.example',
        phone: '(805) 555-0101',
        fax: '(805) 555-0151',
        keywords: 'grill,steak,family dinner,patio',
        services: 'Dine-in,Takeout,Delivery,Private dining',
      },
      hoursOfOperations: [...weekdays, hours(5, '10:00', '23:00'), hours(6, '10:00', '21:00')].map(answered),
    },
  },
];
