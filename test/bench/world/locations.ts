/** Locations of an account with all that lists show, as a partner has them. */
import { businessItem } from '../../../lib/business/repository/business.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';

const CITIES = [
  { city: 'Portland', state: 'OR', zip: '97205' },
  { city: 'San Francisco', state: 'CA', zip: '94103' },
  { city: 'Saint Paul', state: 'MN', zip: '55102' },
] as const;

export function* listedLocations(accountNumber: number, size: number): Generator<Item> {
  for (let at = 0; at < size; at++) {
    const { city, state, zip } = CITIES[at % CITIES.length]!;
    yield businessItem('ours', {
      businessNumber: accountNumber * 1_000_000_000 + ((at * 7919) % 1_000_003),
      accountNumber,
      listingFixed: false,
      businessType: 'Enterprise-Location',
      createdAt: new Date(1_700_000_000_000 + ((at * 31) % size) * 60_000).toISOString(),
      createdBy: 'Orchard Presence Partners',
      hierarchy: { Region: 'West', State: state, City: city },
      profile: {
        name: `Copper Kettle ${city} ${at}`,
        alias: `Store ${at}`,
        phone: `(503) 555-${String(at % 10_000).padStart(4, '0')}`,
        websiteUrl: 'https://copperkettle.example/',
        externalReferenceId: `CK-${at}`,
        'location.address1': `${at % 999} Orchard Street`,
        'location.city': city,
        'location.state': state,
        'location.zip': zip,
        'location.countryCode': 'US',
      },
    });
  }
}
