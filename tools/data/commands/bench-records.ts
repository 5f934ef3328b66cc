/** Generates many records for `data bench`: the mix of a partner with accounts of some twenty locations. Pure. */

const PER_ACCOUNT = { business: 20, menu: 10, competitor: 5 };
/** An account and its records; those not listed above are contacts. */
const GROUP = 100;

const hours = Array.from({ length: 7 }, (_, day) => ({
  day,
  isOpen: 1,
  workingHours: [{ startHour: '9:00', endHour: '18:00' }],
  comment: '',
}));

const business = (businessNumber: number, accountNumber: number) => ({
  type: 'business',
  businessNumber,
  accountNumber,
  mapsCategoryId: 'restaurant',
  business: {
    name: `Location ${businessNumber}`,
    location: {
      address1: `${businessNumber % 999} Main Street`,
      city: 'Portland',
      state: 'OR',
      countryCode: 'US',
      zip: '97201',
    },
    emailId: `shop${businessNumber}@bench.example`,
    phone: `(503) 555-${String(businessNumber % 10_000).padStart(4, '0')}`,
    services: 'lunch,dinner,takeout',
    timezone: 'America/Los_Angeles',
    hoursOfOperations: hours,
    internalListing: {
      category: 'Restaurant',
      subcategory: ['Steak house'],
      description: 'A record that was made to measure a load. '.repeat(8),
    },
    keywords: 'bench,load,measure',
  },
});

const label = (displayName: string) => [{ displayName, languageCode: 'en' }];

const menu = (businessNumber: number) => ({
  type: 'menu',
  businessNumber,
  menu: {
    id: `menu-${businessNumber}`,
    menuDetails: {
      name: `Menu ${businessNumber}`,
      menus: [
        {
          cuisines: ['AMERICAN'],
          labels: label('All day'),
          sections: [
            {
              labels: label('Mains'),
              items: Array.from({ length: 10 }, (_, at) => ({
                labels: label(`Dish ${at}`),
                attributes: { price: { currencyCode: 'USD', units: 10 + at, nanos: 0 } },
              })),
            },
          ],
        },
      ],
    },
  },
});

const contact = (id: number, accountNumber: number) => ({
  type: 'contact',
  accountNumber,
  contact: {
    id,
    firstName: 'Bench',
    lastName: `Contact ${id}`,
    email: `contact${id}@bench.example`,
    phone: `(503) ${String(200 + (Math.floor(id / 10_000) % 700))}-${String(id % 10_000).padStart(4, '0')}`,
    countryCode: 'US',
    mappings: [{ cid: id, location: 'Bench' }],
    tags: ['bench'],
  },
});

/** The record at `index`: each hundred records are one complete account. */
const recordAt = (index: number): object => {
  const place = index % GROUP;
  // Accounts and locations share one space of numbers.
  const first = index - place + GROUP;
  const accountNumber = first;
  if (place === 0) return { type: 'account', accountNumber, partnerId: 'bench', name: `Account ${accountNumber}` };
  const menus = PER_ACCOUNT.business + PER_ACCOUNT.menu;
  if (place <= PER_ACCOUNT.business) return business(first + place, accountNumber);
  if (place <= menus) return menu(first + place - PER_ACCOUNT.business);
  if (place <= menus + PER_ACCOUNT.competitor)
    return { type: 'competitor', compAccountId: first + place, accountNumber, name: `Rival ${first + place}` };
  return contact(first + place, accountNumber);
};

/** `count` records, starting with the partner of all of them. */
export const benchRecords = function* (count: number): Generator<object> {
  yield { type: 'partner', partnerId: 'bench', name: 'Bench' };
  for (let index = 0; index < count - 1; index++) yield recordAt(index);
};
