/** Lines with a name that their kind does not have, each with the reason of its refusal. */

/** Names that a kind of line does not have, by their path. */
const unknown: readonly (readonly [string, object, string])[] = [
  ['contact', { createdAt: '2025-01-01T00:00:00Z' }, 'createdAt'],
  ['contact', { contact: { id: 1, emailId: 'a@b.example' } }, 'contact.emailId'],
  [
    'contact',
    { contact: { id: 1, mappings: [{ cid: 1 }, { cid: 2, bussinessNumber: 3 }] } },
    'contact.mappings[1].bussinessNumber',
  ],
  ['business', { business: { location: { lat: 1 } } }, 'business.location.lat'],
  ['business', { business: { customFields: { fieldName: 'a', values: 'b' } } }, 'business.customFields.values'],
  [
    'surveyResponse',
    { surveyId: 1, businessNumber: 101, responseId: 1, answers: [{ questionId: 1, value: 9 }, { valeu: 9 }] },
    'answers[1].valeu',
  ],
  ['partner', { toString: 1 }, 'toString'],
  ['account', { ACCOUNTNUMBER: 77 }, 'ACCOUNTNUMBER'],
];

export const unknownFields = unknown.map(
  ([type, fields, path]) => [type, fields, `${path} is not a field of a line of type ${type}`] as const,
);
