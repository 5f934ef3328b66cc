/** What a listing has next to the profile: how it is checked, merged and answered. */
import { beforeAll, describe, expect, it } from 'vitest';
import { create, createRaw, found, get, leastListing, listed, newLocation, openWorld, update } from './support.ts';

beforeAll(openWorld);

const hours = (day: number, startHour = '9:00', endHour = '12:00') => ({
  day,
  isOpen: 1,
  workingHours: [{ startHour, endHour }],
});
const shown = (day: number) => ({ ...hours(day), day: String(day), comment: '' });
const ownOf = async (id: string) => (await found(id)).listing?.own;

/** A refusal of fields, by what its message begins with. */
const refused = async (blocks: Record<string, unknown>, code = 400, id?: string) => {
  const { status, body } = await create(id ?? (await newLocation()), blocks);
  expect([status, body.code], body.message).toEqual([400, code]);
  return body.message as string;
};

describe('Required fields', () => {
  it.each(['businessInfo', 'additionalInfo', 'internalListing'])('%s is one', async (name) => {
    const { [name]: _, ...rest } = leastListing;
    const { status, body } = await createRaw(await newLocation(), rest);
    expect([status, body]).toEqual([400, { code: 400, message: `${name} is required` }]);
  });

  it.each([
    ['businessInfo', 'location', 400],
    ['businessInfo', 'name', 1045],
    ['businessInfo', 'phone', 1055],
    ['additionalInfo', 'services', 400],
    ['additionalInfo', 'hoursOfOperations', 400],
    ['internalListing', 'description', 400],
    ['internalListing', 'category', 400],
    ['internalListing', 'subCategories', 400],
  ])('%s.%s is one, left out or blank', async (block, name, code) => {
    const { [name]: _, ...rest } = leastListing[block] as Record<string, unknown>;
    for (const fields of [rest, { ...rest, [name]: null }]) {
      const { body } = await createRaw(await newLocation(), { ...leastListing, [block]: fields });
      expect(body.code).toBe(code);
      if (code === 400) expect(body.message).toBe(`${block}.${name} is required`);
    }
  });

  it('need no primary category of maps where nothing of maps is said', async () => {
    const id = await listed();
    for (const mapsListing of [{}, null, (await get(id)).body.mapsListing])
      expect((await update(id, { mapsListing })).status).toBe(200);
    expect(await refused({ mapsListing: { mapsBusinessName: 'On maps' } })).toBe(
      'mapsListing.primaryCategory is required',
    );
  });
});

describe('The description of the business', () => {
  const words = 'A grill in the old packing house of the town, open since 1998, with 60 seats. '.repeat(3);

  it.each([
    ['a'.repeat(199), 'must have at least 200 characters'],
    ['a'.repeat(751), 'must have at most 750 characters'],
    [`${words} See https://grill.example`, 'must not contain a URL'],
    [`${words} See www.grill.test`, 'must not contain a URL'],
    [`${words} See ftp://grill.test`, 'must not contain a URL'],
    [`${words} See grill.co.uk`, 'must not contain a URL'],
    [`${words} See grill.com for more.`, 'must not contain a URL'],
    [`${words} Call (805) 555-0142`, 'must not contain a phone number'],
    [`${words} Call 805-555-0142`, 'must not contain a phone number'],
    [`${words} Call +44 20 7946 0000`, 'must not contain a phone number'],
    [`${words} Call 8055550142`, 'must not contain a phone number'],
  ])('%# is refused', async (mainBusinessDescription, problem) => {
    const message = await refused({ businessInfo: { mainBusinessDescription } });
    expect(message).toBe(`businessInfo.mainBusinessDescription ${problem}`);
  });

  it('has 200 to 750 characters, and years, hours and amounts', async () => {
    for (const mainBusinessDescription of [
      `${words} From 9:00-17:30, 1998-2005. Come in.It is 10,000 feet.`,
      'a'.repeat(750),
    ])
      expect((await create(await newLocation(), { businessInfo: { mainBusinessDescription } })).status).toBe(200);
  });
});

describe('More hours', () => {
  const food = { alphaListing: { primaryCategoryAlpha: 'Restaurant' } };

  it('are merged by their type, and a blank type is removed', async () => {
    const id = await listed({ ...food, additionalInfo: { moreHours: { Brunch: [hours(5)], Lunch: [hours(0)] } } });
    await update(id, { additionalInfo: { moreHours: { Lunch: '', Dinner: [hours(1)] } } });
    expect((await get(id)).body.additionalInfo.moreHours).toEqual({ Brunch: [shown(5)], Dinner: [shown(1)] });
    await update(id, { additionalInfo: { moreHours: null } });
    expect((await get(id)).body.additionalInfo.moreHours).toEqual({});
    expect(await ownOf(id)).toEqual({});
  });

  it('are of the types that more hours types answers for the location', async () => {
    const dentist = { alphaListing: { primaryCategoryAlpha: 'Dentist' } };
    const types = { moreHours: { Brunch: [hours(5)] } };
    expect(await refused({ ...dentist, additionalInfo: types })).toMatch(
      /^additionalInfo\.moreHours\.Brunch must be one of Access, /,
    );
    expect((await create(await newLocation(), { ...food, additionalInfo: types })).status).toBe(200);
    expect(await refused({ additionalInfo: { moreHours: { Nothing: [hours(5)] } } })).toMatch(/^additionalInfo\.more/);
    for (const type of ['Nothing', 'constructor'])
      expect(await refused({ additionalInfo: { moreHours: { [type]: '' } } })).toMatch(/^additionalInfo\.more/);
    const maps = { mapsListing: { primaryCategory: 'dentist' } };
    expect(await refused({ ...maps, additionalInfo: { mapsMoreHours: { Brunch: [hours(5)] } } })).toMatch(
      /^additionalInfo\.mapsMoreHours\.Brunch must be one of /,
    );
  });

  it('are checked as other hours are', async () => {
    expect(await refused({ additionalInfo: { moreHours: { Access: [{ day: 9 }] } } })).toBe(
      'additionalInfo.moreHours.Access[0].day must be at most 6',
    );
    const lacking = { Access: [{ isOpen: 1 }] };
    expect(await refused({ additionalInfo: { moreHours: lacking } })).toBe(
      'additionalInfo.moreHours.Access[0].day is required',
    );
    expect(await refused({ additionalInfo: { establishedYear: 0, moreHours: lacking } })).toMatch(
      /^additionalInfo\.establishedYear /,
    );
    expect(await refused({ additionalInfo: { moreHours: ['Access'] } })).toBe(
      'additionalInfo.moreHours must be an object',
    );
  });
});

describe('Attributes', () => {
  const entrance = { attributeId: 'wheelchair_accessible_entrance', attributeName: 'Entrance', value: true };
  const attributes = (groups: object) => ({ alphaListing: { attributes: groups } });

  it('of alpha are those of the catalogue, merged by group', async () => {
    const id = await listed(attributes({ accessibility: [entrance] }));
    await update(id, attributes({ service_options: [{ attributeId: 'takeout', value: false }] }));
    expect((await get(id)).body.alphaListing.attributes).toEqual({
      accessibility: [entrance],
      service_options: [{ attributeId: 'takeout', value: false }],
    });
    await update(id, attributes({ accessibility: null }));
    expect((await get(id)).body.alphaListing.attributes).toEqual({
      service_options: [{ attributeId: 'takeout', value: false }],
    });
    const path = 'alphaListing.attributes';
    expect(await refused(attributes({ accessibility: [{ attributeId: 'wings' }] }))).toBe(
      `${path}.accessibility[0].attributeId is no attribute of the catalogue`,
    );
    expect(await refused(attributes({ parking: [entrance] }))).toBe(
      `${path}.parking[0].attributeId is an attribute of accessibility`,
    );
    expect(await refused(attributes({ parking: [{ value: 1 }] }))).toBe(`${path}.parking[0].attributeId is required`);
    expect(await refused(attributes({ parking: entrance }))).toBe(`${path}.parking must be a list of attributes`);
  });

  const hotel = (hotelAttributes: unknown) => ({ alphaListing: { hotelAttributes } });
  const rooms = (value: unknown) => ({
    services: { property: { numberOfRooms: { attributeId: 'numberOfRooms', value } } },
  });

  it('of a hotel have values of their types, and are merged one by one', async () => {
    const id = await listed(hotel(rooms(40)));
    await update(id, hotel({ services: { frontDesk: { frontDesk: { attributeId: 'frontDesk', value: false } } } }));
    const named = (attributeId: string, attributeName: string, value: unknown) => ({
      [attributeId]: { attributeId, attributeName, value },
    });
    const frontDesk = named('frontDesk', 'Front desk', false);
    expect((await get(id)).body.alphaListing.hotelAttributes).toEqual({
      services: { property: named('numberOfRooms', 'Number of rooms', 40), frontDesk },
    });
    await update(id, hotel(rooms(null)));
    expect((await get(id)).body.alphaListing.hotelAttributes).toEqual({ services: { frontDesk } });
    await update(id, hotel({ services: null }));
    expect((await get(id)).body.alphaListing.hotelAttributes).toEqual({});
    const path = 'alphaListing.hotelAttributes';
    expect(await refused(hotel(rooms('many')))).toMatch(
      `${path}.services.property.numberOfRooms.value must be a whole`,
    );
    expect(await refused(hotel({ pets: { policy: { numberOfRooms: { value: 3 } } } }))).toMatch(
      `${path}.pets.policy.numberOfRooms is no attribute`,
    );
    expect(await refused(hotel({ services: 7 }))).toBe(`${path}.services must be an object`);
    expect(await refused(hotel([]))).toBe(`${path} must be an object`);
  });

  it('of maps are those of its category', async () => {
    const maps = (primaryCategory: string, group: string, attributeId: string) => ({
      mapsListing: { primaryCategory, mapsLocationAttributes: { [group]: [{ attributeId, more: 1 }] } },
    });
    const id = await listed(maps('restaurant', 'dining.service', 'dining.service.takeout'));
    expect((await get(id)).body.mapsListing.mapsLocationAttributes).toEqual({
      'dining.service': [{ attributeId: 'dining.service.takeout' }],
    });
    expect(await refused(maps('dentist', 'dining.service', 'dining.service.takeout'))).toBe(
      'mapsListing.mapsLocationAttributes.dining.service[0].attributeId is no attribute of the catalogue',
    );
  });
});

describe('Maps', () => {
  const maps = (fields: object) => ({ mapsListing: { primaryCategory: 'Restaurant', ...fields } });

  it('has categories by name or id, and shows both', async () => {
    const id = await listed(maps({ additionalCategories: 'steak house, Bar' }));
    expect((await get(id)).body.mapsListing).toMatchObject({
      primaryCategory: 'restaurant',
      primaryCategoryName: 'Restaurant',
      additionalCategories: ['steak_house', 'bar'],
      additionalCategoriesNames: ['Steak house', 'Bar'],
    });
    expect(await refused(maps({ primaryCategory: 'Nothing' }))).toMatch(/^mapsListing\.primaryCategory must be a cat/);
    expect(await refused(maps({ additionalCategories: ['bar', 'Nothing'] }))).toMatch(
      /^mapsListing\.additionalCategories\[1\] must be a category/,
    );
    expect(await refused(maps({ additionalCategories: ['1', '2', '3', '4', '5', '6'] }))).toMatch(/at most 5 items/);
  });

  it('has the action links that the category offers', async () => {
    const links = (id: string) => maps({ mapsActionLinks: [{ id, deepLinkUrl: 'https://a.example' }] });
    const id = await listed(links('quicklinks.restaurant_view_menu'));
    expect((await get(id)).body.mapsListing.mapsActionLinks).toEqual([
      { id: 'quicklinks.restaurant_view_menu', deepLinkUrl: 'https://a.example' },
    ]);
    expect(await refused(links('quicklinks.hotel_book_a_room'))).toBe(
      'mapsListing.mapsActionLinks[0].id must be one that get maps action links answers',
    );
  });
});

describe('Healthcare', () => {
  it('keeps details as they are sent, and ignores what was removed', async () => {
    const details = { conditions: ['Cold', { name: 'Flu', since: 1998.5 }], procedures: [{ name: 'X-ray' }] };
    const id = await listed({
      healthcare: { ...details, npi: '1234567893', university: 'State', insurance: ['None'] },
    });
    expect((await get(id)).body.healthcare).toMatchObject({ ...details, npi: '1234567893', isProvider: null });
    expect(await ownOf(id)).toEqual({
      'healthcare.conditions': details.conditions,
      'healthcare.procedures': details.procedures,
      'healthcare.npi': '1234567893',
    });
  });

  it('refuses a number that would not print as it came', async () => {
    const body = JSON.stringify({ ...leastListing, healthcare: { procedures: [{ cost: 1 }] } });
    const { status, body: answer } = await createRaw(await newLocation(), body.replace('"cost":1', '"cost":1e400'));
    expect([status, answer.code]).toEqual([400, 2839]);
  });

  it('has a check digit in its npi', async () => {
    for (const npi of ['1234567893', '1245319599', '1003000126'])
      expect((await create(await newLocation(), { healthcare: { npi } })).status).toBe(200);
    for (const npi of ['1234567890', '0000000000', '123456789', 'abcdefghij'])
      await refused({ healthcare: { npi } }, 2833);
  });

  it('answers the first broken rule in the order of its fields', async () => {
    const wrong = { procedures: 'x', npi: '1', doctorCategories: [{}] };
    expect(await refused({ healthcare: wrong }, 2827)).toBe('healthcare.doctorCategories is invalid');
    expect(await refused({ healthcare: [] }, 2841)).toBe('healthcare is invalid');
  });
});

describe('Means of payment', () => {
  const stored = async (id: string) => (await found(id)).business.profile.payment;

  it('are kept as they are sent, whichever list they stand in', async () => {
    const both = { paymentTypes: ['Credit Card', 'Cash Only'], additionalPaymentTypes: 'Shells, debit card' };
    const id = await listed({ additionalInfo: both });
    expect(await stored(id)).toBe('Credit Card, Cash Only, Shells, debit card');
    await update(id, { additionalInfo: { additionalPaymentTypes: 'Pearls', paymentTypes: ['Barter', 'Cash'] } });
    expect(await stored(id)).toBe('Barter, Cash, Pearls');
    await update(id, { additionalInfo: { paymentTypes: ['Cash', 'Shells'] } });
    expect(await stored(id)).toBe('Cash, Shells, Barter, Pearls');
    await update(id, { additionalInfo: { additionalPaymentTypes: 'Invoice' } });
    expect(await stored(id)).toBe('Cash, Invoice');
    await update(id, { additionalInfo: { paymentTypes: [], additionalPaymentTypes: 'Shells' } });
    expect(await stored(id)).toBe('Shells');
  });

  it('are kept once', async () => {
    const both = { paymentTypes: ['Cash', 'CASH', 'Shells'], additionalPaymentTypes: 'cash, shells, Pearls, pearls' };
    const id = await listed({ additionalInfo: both });
    expect(await stored(id)).toBe('Cash, Shells, Pearls');
    await update(id, { additionalInfo: { paymentTypes: ['Invoice', 'Shells', 'invoice'] } });
    expect(await stored(id)).toBe('Invoice, Shells, Pearls');
  });

  it('that are no texts are refused, with all else that is wrong', async () => {
    const headers = { Accept: 'application/problem+json' };
    const answer = await update(await listed({}), { additionalInfo: { paymentTypes: [5, {}, 'Cash'] } }, { headers });
    expect(answer.status).toBe(400);
  });

  it('are one text of at most 250 characters for both lists', async () => {
    const long = 'x'.repeat(246);
    expect(await refused({ additionalInfo: { paymentTypes: ['Cash'], additionalPaymentTypes: long } })).toBe(
      'additionalInfo.additionalPaymentTypes and paymentTypes must have at most 250 characters in all',
    );
    const id = await listed({ additionalInfo: { paymentTypes: ['Cash', 'Barter'] } });
    expect((await get(id)).body.additionalInfo).toMatchObject({
      paymentTypes: ['Cash'],
      additionalPaymentTypes: 'Barter',
    });
    await update(id, { additionalInfo: { paymentTypes: [] } });
    expect((await found(id)).business.profile.payment).toBe('Barter');
    await update(id, { additionalInfo: { additionalPaymentTypes: '' } });
    expect((await found(id)).business.profile.payment).toBeUndefined();
  });
});
