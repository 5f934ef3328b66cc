/** Requests of patch business against the demo data. */
import type { Cases, ListedViolation, Provocation, Timed, Unprovoked } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { patchBusinessExamples } from './patch-business.examples.ts';
import type { patchBusiness } from './patch-business.ts';
import { updateBusinessCases } from './update-business.cases.ts';

type Provoked = Timed<Provocation<'businessId'>>;

/** Fields that an update has to send, and a patch does not. */
const REQUIRED = ['emailId', 'phone', 'services'];

/** A refused update as a patch: without the fields that the update only sends because they are required. */
const asPatch = (provoked: Timed<Provocation<'businessId'>> | Unprovoked, keeps: readonly string[] = []): Provoked => {
  const patched = (provocation: Provocation<'businessId'>): Provocation<'businessId'> => ({
    ...provocation,
    parameters: { businessId: 700101, ...provocation.parameters },
    body: Object.fromEntries(
      Object.entries(provocation.body as object).filter(([name]) => !REQUIRED.includes(name) || keeps.includes(name)),
    ),
  });
  if (typeof provoked === 'function') return (now) => patched(provoked(now));
  return patched(provoked as Provocation<'businessId'>);
};

const { businessNotFound: _, phoneInvalid, openDateNotSupported: __, ...others } = updateBusinessCases.provocations;

const patch = (body: object, violation: ListedViolation, businessId?: number): Provocation<'businessId'> => ({
  body,
  violations: [violation],
  ...(businessId !== undefined && { parameters: { businessId } }),
});

const ACCOUNT = 700100;
const WITHOUT_STATUS = 700107;

export const patchBusinessCases: Cases<typeof patchBusiness> = {
  parameters: { businessId: 700105 },
  examples: patchBusinessExamples,
  provocations: {
    ...(Object.fromEntries(Object.entries(others).map(([name, each]) => [name, asPatch(each)])) as Record<
      keyof typeof others,
      Provoked
    >),
    phoneInvalid: asPatch(phoneInvalid, ['phone']),
    statusMissing: patch({ reopenDate: '01/01/2099' }, { pointer: '/businessStatus' }, WITHOUT_STATUS),
    openDateNotSupported: patch(
      { businessStatus: 'Permanently Closed', openedOnDate: '01/01/2020' },
      { pointer: '/openedOnDate' },
    ),
    zipTooLong: patch(
      { location: { zip: '12345678901' } },
      { pointer: '/location/zip', limit: 10, actual: 11 },
      ACCOUNT,
    ),
    businessNotFound: { parameters: { businessId: 799999 }, body: { phone: '(805) 555-0101' } },
  },
  invalid: {
    ...patch({ services: null }, { pointer: '/services' }),
    message: 'services is required',
  },
  foreign: {
    businessId: foreignLocation('businessId', laterErrors.businessNotFound, { phone: '(805) 555-0101' }),
  },
};
