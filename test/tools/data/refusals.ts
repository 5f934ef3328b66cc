/** Lines that are to be refused, each with the reason; and the same within the rules. */
import * as errors from '../../../lib/contract/error-rows.ts';
import { unknownFields } from './unknown-fields.ts';

/** The fields of a line of each kind, by which the others differ in one place. */
export const valid: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  partner: { partnerId: 'p-rules', name: 'P' },
  account: { accountNumber: 77, partnerId: 'p-rules', name: 'A' },
  apiKey: { partnerId: 'p-rules', key: 'key-of-the-rules-0001', plan: 'trial' },
  business: { businessNumber: 78, accountNumber: 77, business: {} },
  contact: { accountNumber: 77, contact: { id: 1 } },
  menu: { businessNumber: 78, menu: { id: 'm', menuDetails: { menus: [] } } },
  competitor: { compAccountId: 79, accountNumber: 77, name: 'C' },
};
const outOf = 'must be at most 9007199254740991';

/** Fields that break a rule, by kind of line, with the reason. */
export const wrong: readonly (readonly [string, object, string])[] = [
  ['partner', { partnerId: 'Upper' }, 'partnerId must be 1 to 64 of a-z, 0-9 and -'],
  ['partner', { partnerId: 'a#b' }, 'partnerId must be 1 to 64 of a-z, 0-9 and -'],
  ['partner', { partnerId: 'x'.repeat(65) }, 'partnerId must be 1 to 64 of a-z, 0-9 and -'],
  ['partner', { partnerId: {} }, 'partnerId must be a string'],
  ['partner', { name: [] }, 'name must be a string'],
  ['account', { accountNumber: 0 }, 'accountNumber must be at least 1'],
  ['account', { accountNumber: -5 }, 'accountNumber must be at least 1'],
  ['account', { accountNumber: 1.5 }, 'accountNumber must be an integer'],
  ['account', { accountNumber: 'abc' }, 'accountNumber must be an integer'],
  ['account', { accountNumber: 9_007_199_254_740_992 }, `accountNumber ${outOf}`],
  ['account', { countryCode: 'Narnia' }, 'countryCode must be a 2-character country code (ISO 3166)'],
  ['account', { partnerId: 'unknown' }, 'partner unknown does not exist'],
  ['apiKey', { key: 'x'.repeat(19) }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
  ['apiKey', { key: 'x'.repeat(129) }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
  ['apiKey', { key: 'with a space in the key' }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
  ['apiKey', { key: 'key-of-the-rules-000\u00e9' }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
  ['apiKey', { plan: 'gold' }, 'usage plan gold does not exist: use trial, standard, enterprise'],
  ['apiKey', { plan: 'Trial' }, 'usage plan Trial does not exist: use trial, standard, enterprise'],
  ['apiKey', { partnerId: 'unknown' }, 'partner unknown does not exist'],
  ['apiKey', { expiresAt: 'tomorrow' }, 'expiresAt must be an ISO 8601 date or time'],
  ['apiKey', { expiresAt: '01/02/2030' }, 'expiresAt must be an ISO 8601 date or time'],
  ['apiKey', { expiresAt: '2030-13-01T00:00:00Z' }, 'expiresAt must be an ISO 8601 date or time'],
  ['apiKey', { expiresAt: '2030-02-31' }, 'expiresAt must be an ISO 8601 date or time'],
  ['apiKey', { expiresAt: 1900000000000 }, 'expiresAt must be an ISO 8601 date or time'],
  ['apiKey', { revoked: 'perhaps' }, 'revoked must be false or true'],
  ['business', { businessNumber: 0 }, 'businessNumber must be at least 1'],
  ['business', { accountNumber: 76 }, 'account 76 does not exist'],
  ['business', { business: [] }, 'business must be an object'],
  ['business', { bid: 'x' }, 'bid must be a number'],
  ['business', { listingFixed: 'x' }, 'listingFixed must be false or true'],
  ['business', { mapsCategoryId: {} }, 'mapsCategoryId must be a string'],
  ['business', { business: { products: 'x'.repeat(140_000) } }, 'the record is larger than 128 KB'],
  ['business', { business: { phone: '555-0100' } }, errors.phoneInvalid.message],
  ['business', { business: { reopenDate: '01/01/2099' } }, errors.statusMissing.message],
  ['business', { business: { businessStatus: 'Opening Soon' } }, errors.openingDateMissing.message],
  [
    'business',
    { business: { businessStatus: 'Temporarily Closed' } },
    'reopenDate is required when the business is Temporarily Closed',
  ],
  [
    'business',
    { business: { businessStatus: 'Permanently Closed', reopenDate: '01/01/2099' } },
    errors.reopenDateNotSupported.message,
  ],
  [
    'business',
    { business: { alphaListing: { primaryCategoryAlpha: 'Dentist', foodDelivery: 'https://food.example' } } },
    errors.foodLinksNotSupported.message,
  ],
  ['contact', { accountNumber: 76 }, 'account 76 does not exist'],
  ['contact', { contact: {} }, 'contact.id is required'],
  ['contact', { contact: { firstName: 'A' } }, 'contact.id is required'],
  ['contact', { contact: { id: 1.5 } }, 'contact.id must be an integer'],
  ['contact', { contact: { id: 9_007_199_254_740_992 } }, `contact.id ${outOf}`],
  ['contact', { contact: { id: 1, countryCode: 'DE' } }, 'contact.countryCode must be one of US, AU, CA, MX, PR, VI'],
  ['contact', { contact: { id: 1, email: 'x'.repeat(321) } }, 'contact.email must have at most 320 characters'],
  ['contact', { contact: { id: 1, phone: '1'.repeat(41) } }, 'contact.phone must have at most 40 characters'],
  ['contact', { contact: { id: 1, blocked: 'perhaps' } }, 'contact.blocked must be false or true'],
  ['contact', { contact: { id: 1, mappings: {} } }, 'contact.mappings must be an array'],
  ['contact', { contact: { id: 1, mappings: [{ location: 'x' }] } }, 'contact.mappings[0].cid is required'],
  ['contact', { contact: { id: 1, mappings: [{ cid: 'x' }] } }, 'contact.mappings[0].cid must be an integer'],
  ['contact', { contact: { id: 1, experienceScore: 'high' } }, 'contact.experienceScore must be a number'],
  ['contact', { contact: { id: 1, tags: [{}] } }, 'contact.tags[0] must be a string'],
  ['contact', { contact: { id: 1, tags: ['x'.repeat(140_000)] } }, 'the record is larger than 128 KB'],
  [
    'contact',
    { contact: { id: 1, mappings: Array.from({ length: 100 }, (_, cid) => ({ cid })) } },
    'contact.mappings must have at most 90 items outside of cidBlocks',
  ],
  ['menu', { businessNumber: 76 }, 'business 76 does not exist'],
  ['menu', { menu: { menuDetails: { menus: [] } } }, 'menu.id is required'],
  ['menu', { menu: { id: 'm' } }, 'menu.menuDetails is required'],
  [
    'menu',
    { menu: { id: 'm', menuDetails: { menus: [] }, createdAt: 'soon' } },
    'menu.createdAt must be a date or time',
  ],
  ['menu', { menu: { id: 'm', menuDetails: { menus: [] }, updatedAt: '2' } }, 'menu.updatedAt must be a date or time'],
  ['menu', { menu: { id: 'm', menuDetails: {} } }, 'menu.menuDetails.menus is required'],
  ['menu', { menu: { id: 'm', menuDetails: { menus: {} } } }, 'menu.menuDetails.menus must be an array'],
  [
    'menu',
    { menu: { id: 'm', menuDetails: { menus: [{ cuisines: 'x' }] } } },
    'menu.menuDetails.menus[0].cuisines must be an array',
  ],
  [
    'menu',
    { menu: { id: 'm', menuDetails: { menus: [], name: 'x'.repeat(140_000) } } },
    'the record is larger than 128 KB',
  ],
  ['competitor', { compAccountId: '1e3' }, 'compAccountId must be an integer'],
  ['competitor', { compAccountId: '79' }, 'compAccountId must be a number, not text'],
  ['account', { accountNumber: ' 77 ' }, 'accountNumber must be a number, not text'],
  ['business', { businessNumber: '78' }, 'businessNumber must be a number, not text'],
  ['business', { bid: '7' }, 'bid must be a number, not text'],
  ['menu', { businessNumber: '78' }, 'businessNumber must be a number, not text'],
  ['contact', { contact: { id: '1' } }, 'contact.id must be a number, not text'],
  ['competitor', { accountNumber: 76 }, 'account 76 does not exist'],
];

const missing = Object.entries(valid).flatMap(([type, fields]) =>
  Object.keys(fields).flatMap((field) =>
    [undefined, null, ''].map((value) => [type, { [field]: value }, `${field} is required`] as const),
  ),
);

const texts: readonly (readonly [string, string])[] = [
  ['{', 'not a JSON object'],
  ['null', 'not a JSON object'],
  ['[]', 'not a JSON object'],
  ['"partner"', 'not a JSON object'],
  ['{"a":1}{"b":2}', 'not a JSON object'],
  [`{"type":"partner","name":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'is nested more than 64 levels deep'],
  [`{"type":"business","a":${'{"a":'.repeat(3000)}1${'}'.repeat(3001)}`, 'is nested more than 64 levels deep'],
  ['This line has 16 MB or more', 'has 16 MB or more'],
  ['{}', 'unknown type (none)'],
  ['{"type":"Partner"}', 'unknown type "Partner"'],
  ['{"type":"toString"}', 'unknown type "toString"'],
  ['{"type":["partner"]}', 'unknown type ["partner"]'],
  // Text where a number that prints otherwise would become another text.
  ['{"type":"partner","partnerId":"p-rules","name":12345678901234567890}', 'name must be a string'],
  ['{"type":"partner","partnerId":"p-rules","name":1e400}', 'name must be a string'],
  [
    '{"type":"business","businessNumber":78,"accountNumber":77,"business":{},"mapsCategoryId":1.50}',
    'mapsCategoryId must be a string',
  ],
  // Numbers of records that are not written in plain digits.
  ...['7.7e1', '77.0', '77E0', '0.77e2', '77.000000000000000001'].map(
    (spelled) =>
      [
        `{"type":"account","accountNumber":${spelled},"partnerId":"p-rules","name":"A"}`,
        'accountNumber must be written in plain digits',
      ] as const,
  ),
  [
    '{"type":"account","accountNumber":12345678901234567890,"partnerId":"p-rules","name":"A"}',
    `accountNumber ${outOf}`,
  ],
  ['{"type":"account","accountNumber":1e400,"partnerId":"p-rules","name":"A"}', 'accountNumber must be an integer'],
  ['{"type":"contact","accountNumber":77,"contact":{"id":1.0}}', 'contact.id must be written in plain digits'],
  [
    '{"type":"business","businessNumber":78,"accountNumber":77,"bid":1e3,"business":{}}',
    'bid must be written in plain digits',
  ],
  // Also in lists, and in those of the record inside.
  ...(
    [
      ['"businessNumbers":["101"]', 'businessNumbers[0] must be a number, not text'],
      ['"businessNumbers":[101, 1.02e2]', 'businessNumbers[1] must be written in plain digits'],
    ] as const
  ).map(
    ([field, reason]) =>
      [`{"type":"employee","accountNumber":77,"emailId":"e@mail.example","firstName":"E",${field}}`, reason] as const,
  ),
  [
    '{"type":"qna","accountNumber":77,"qna":{"id":1,"question":"Is there pie?","answers":[{"text":"There is."}],"updatedDate":"2026-01-01T00:00:00.000Z","businessNumbers":[101,"102"]}}',
    'qna.businessNumbers[1] must be a number, not text',
  ],
  [
    '{"type":"user","accountNumber":77,"user":{"emailId":"u@mail.example","userRole":"owner","locationsNumberAccess":[7e1]}}',
    'user.locationsNumberAccess[0] must be written in plain digits',
  ],
  // Names that an object has twice, of which JSON keeps the last.
  ['{"type":"account","accountNumber":77,"partnerId":"p-rules","name":"A","name":"B"}', '"name" is there twice'],
  ['{"type":"contact","accountNumber":77,"contact":{"id":1,"tags":[],"t\\u0061gs" : []}}', '"tags" is there twice'],
  ['{"type":"account","type":"partner","partnerId":"p-rules","name":"A"}', '"type" is there twice'],
  // Numbers that no table stores, and times that no clock has.
  ...['1e300', '1e-200'].map(
    (score) =>
      [
        `{"type":"contact","accountNumber":77,"contact":{"id":1,"experienceScore":${score}}}`,
        'a number is larger or smaller than the table stores',
      ] as const,
  ),
  ...(
    [
      ['1e300', 'sentAt must be at most 253402300799999'],
      ['9000000000000', 'sentAt must be within the last 400 days'],
      ['1000000000000', 'sentAt must be within the last 400 days'],
    ] as const
  ).map(
    ([sentAt, reason]) =>
      [
        `{"type":"message","businessNumber":78,"customerId":1,"id":"msg_1772726400000_3c95d62fa1b840e7","sentAt":${sentAt},"text":"x","direction":"SEND","channel":"EMAIL","status":"SENT"}`,
        reason,
      ] as const,
  ),
  // Numbers that are none, or text, where numbers are due.
  ...['1e400', '"12"', 'true'].map(
    (units) =>
      [
        `{"type":"menu","businessNumber":78,"menu":{"id":"m","menuDetails":{"menus":[{"sections":[{"items":[{"attributes":{"price":{"units":${units}}}}]}]}]}}}`,
        'menu.menuDetails.menus[0].sections[0].items[0].attributes.price.units must be a number',
      ] as const,
  ),
];

const BROKEN = 'must be Unicode text without U+0000 and halves of surrogate pairs';

/** Broken text in fields of each kind, by their path. */
const broken: readonly (readonly [string, object, string])[] = [
  ['review', { businessNumber: 78, reviewId: 'r', reviewer: { firstName: 'a\0' } }, 'reviewer.firstName'],
  ['survey', { accountNumber: 77, pages: [{ questions: [{ title: '\ud800' }] }] }, 'pages[0].questions[0].title'],
  ['surveyResponse', { surveyId: 1, answers: [{ value: '\udc00\ud800' }] }, 'answers[0].value'],
  ['contact', { accountNumber: 77, contact: { id: 1, tags: ['a', '\0'] } }, 'contact.tags[1]'],
  ['customField', { accountNumber: 77, field: { '\0': 1 } }, 'field'],
  ['cards', { '\udfff': 1 }, 'The line'],
  ['qna', { qna: { question: '\0' } }, 'qna.question'],
  ['account', { ...valid.account, createdBy: '\0' }, 'createdBy'],
  ['business', { ...valid.business, createdBy: '\ud83d' }, 'createdBy'],
];

export const refusals = [
  ...broken.map(([type, fields, path]) => ({
    text: JSON.stringify({ type, ...fields }),
    reason: `${path} ${BROKEN}`,
    what: `${type} with broken text`,
  })),
  ...texts.map(([text, reason]) => ({ text, reason, what: text })),
  ...[...missing, ...wrong, ...unknownFields].map(([type, fields, reason]) => ({
    text: JSON.stringify({ type, ...valid[type], ...fields }),
    reason,
    what: `${type} with ${JSON.stringify(fields).slice(0, 80)}`,
  })),
];
