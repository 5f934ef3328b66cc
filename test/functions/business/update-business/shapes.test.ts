import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);

const URL_FIELDS = [
  'websiteUrl',
  'appointmentLink',
  'reservationLink',
  'menuLink',
  'orderAheadLink',
  'androidAppURL',
  'iosAppURL',
  'logoUrl',
  'alphaCover',
  'betaCover',
  'coverImageUrl',
];
const GOOD_URLS = [
  'https://www.example.com',
  'HTTP://example.com:8080/a?b=c#d',
  'www.example.com',
  'example.com/path',
  'https://bücher.example/ä',
];
const BAD_URLS = [
  'ftp://example.com',
  'javascript:alert(1)',
  'mailto:a@b.example',
  'data:text/html,x',
  'https://',
  'no dots',
  'example',
  'https://a b.example',
];

describe('the URLs of update business', () => {
  for (const field of URL_FIELDS) {
    it(`takes ${field} with http, https or no scheme`, async () => {
      const id = await newBusiness();
      for (const url of GOOD_URLS) {
        expect((await put(id, { [field]: ` ${url} ` })).status).toBe(200);
        expect(await stored(id)).toMatchObject({ [field]: url });
      }
      for (const url of BAD_URLS) {
        expect(bare(await put(id, { [field]: url }))).toEqual(refusal(400, `${field} must be an http or https URL`));
      }
    });
  }

  it('takes social profiles as URLs or names, never with another scheme', async () => {
    const id = await newBusiness();
    for (const field of ['betaUrl', 'microblogUrl', 'professionalUrl', 'alphaUrl', 'videoUrl']) {
      for (const value of ['https://social.example/shop', 'social.example/shop:1', '@shop', 'shop.name']) {
        expect((await put(id, { socialProfileURLs: { [field]: value } })).body.socialProfileURLs[field]).toBe(value);
      }
      for (const value of ['ftp://social.example', 'javascript:alert(1)']) {
        const answer = await put(id, { socialProfileURLs: { [field]: value } });
        expect(bare(answer)).toEqual(refusal(400, `socialProfileURLs.${field} must be an http or https URL`));
      }
    }
  });

  for (const [field, code] of [
    ['foodDelivery', 2296],
    ['foodTakeout', 2297],
  ] as const) {
    it(`takes ${field} with its scheme alone`, async () => {
      const id = await newBusiness();
      for (const link of ['https://eat.example/1', 'http://eat.example']) {
        expect((await put(id, { alphaListing: { [field]: link } })).status).toBe(200);
      }
      for (const link of ['eat.example', 'www.eat.example/x', 'ftp://eat.example', 'http://', 'eat']) {
        expect(bare(await put(id, { alphaListing: { [field]: link } }))).toEqual(refusal(code));
      }
    });
  }
});

const hours = (more: object) => ({ hoursOfOperations: [{ day: 0, isOpen: 1, ...more }] });
const work = (startHour: unknown, endHour: unknown) => hours({ workingHours: [{ startHour, endHour }] });
const WORKING = 'hoursOfOperations[0].workingHours[0]';

describe('the hours of update business', () => {
  for (const [start, end, answered] of [
    ['9:00', '17:30', ['9:00', '17:30']],
    ['09:05', '23:59', ['9:05', '23:59']],
    ['00:00', '24:00', ['0:00', '24:00']],
    ['0:30', '0:00', ['0:30', '0:00']],
    ['18:00', '2:00', ['18:00', '2:00']],
    ['18:00', '02:00', ['18:00', '2:00']],
  ] as const) {
    it(`answers ${start} to ${end} as ${answered}`, async () => {
      const { body } = await put(await newBusiness(), work(start, end));
      expect(body.hoursOfOperations).toEqual([
        { day: '0', isOpen: 1, workingHours: [{ startHour: answered[0], endHour: answered[1] }], comment: '' },
      ]);
    });
  }

  for (const [fields, message] of [
    [work('24:00', '2:00'), `${WORKING}.startHour must be a time of day, H:MM`],
    [work('9', '17:00'), `${WORKING}.startHour must be a time of day, H:MM`],
    [work('9:00 AM', '17:00'), `${WORKING}.startHour must be a time of day, H:MM`],
    [work('9:00', '24:01'), `${WORKING}.endHour must be a time of day, H:MM`],
    [work('9:00', '17:60'), `${WORKING}.endHour must be a time of day, H:MM`],
    [work('9:00', '5:0'), `${WORKING}.endHour must be a time of day, H:MM`],
    [work('9:00', ''), `${WORKING}.endHour is required`],
    [hours({ day: 7 }), 'hoursOfOperations[0].day must be at most 6'],
    [hours({ day: -1 }), 'hoursOfOperations[0].day must be at least 0'],
    [hours({ day: 'Monday' }), 'hoursOfOperations[0].day must be an integer'],
    [hours({ day: null }), 'hoursOfOperations[0].day is required'],
    [hours({ isOpen: 2 }), 'hoursOfOperations[0].isOpen must be 0 or 1'],
    [hours({ workingHours: 'all day' }), 'hoursOfOperations[0].workingHours must be an array'],
    [{ hoursOfOperations: [{ days: 'Monday' }] }, 'hoursOfOperations[0].day is required'],
    [{ hoursOfOperations: [{}] }, 'hoursOfOperations[0].day is required'],
    [{ hoursOfOperations: ['Monday'] }, 'hoursOfOperations[0] must be an object'],
    [{ hoursOfOperations: { day: 0 } }, 'hoursOfOperations must be an array'],
    [{ specialHours: [{ specialDate: '02/30/2030' }] }, 'specialHours[0].specialDate must be a date, MM/DD/YYYY'],
    [{ specialHours: [{ isOpen: 0 }] }, 'specialHours[0].specialDate is required'],
    [
      { specialHours: [{ specialDate: '12/25/2030', startHour: 'noon' }] },
      'specialHours[0].startHour must be a time of day, H:MM',
    ],
    [{ serviceAreas: [{ name: 'Downtown' }] }, 'serviceAreas[0].description is required'],
    [{ customFields: [{ fieldName: 'a' }] }, 'customFields[0].id is required'],
    [{ customFields: { id: 1 } }, 'customFields[0].fieldName is required'],
    [{ customFields: { name: 'a', value: 'b' } }, 'customFields[0].fieldName is required'],
    [{ customFields: [{ fieldName: 'a', id: 1.5 }] }, 'customFields[0].id must be an integer'],
    [
      { customFields: [{ fieldName: 'a', id: 1, type: 'COLOUR' }] },
      'customFields[0].type must be one of TEXT, URL, NUMBER, DATE, DROPDOWN_SINGLE, DROPDOWN_MULTI, TEXT_RAW',
    ],
    [{ alphaListing: { attributes: 'wifi' } }, 'alphaListing.attributes must be an object'],
    [{ alphaListing: 'none' }, 'alphaListing must be an object'],
    [{ location: [] }, 'location must be an object'],
    [{ services: [{}] }, 'services must be a string'],
  ] as const) {
    it(`refuses ${JSON.stringify(fields)} by its path`, async () => {
      expect(bare(await put('101', fields))).toEqual(refusal(400, message));
    });
  }

  it('takes a closed day without working hours, special hours and custom fields', async () => {
    const id = await newBusiness();
    const fields = {
      hoursOfOperations: [{ day: 6, isOpen: 0, comment: 'Closed' }],
      specialHours: [
        { specialDate: '12/24/2030', startHour: '9:00', endHour: '12:00', isOpen: 1 },
        { specialDate: '12/25/2030', isOpen: 0 },
      ],
      customFields: [{ fieldName: 'Region', id: 7, type: 'TEXT', fieldValue: 'West' }],
    };
    const { body } = await put(id, fields);
    expect(body.hoursOfOperations).toEqual([{ day: '6', isOpen: 0, workingHours: [], comment: 'Closed' }]);
    expect(await stored(id)).toMatchObject(fields);
  });
});
