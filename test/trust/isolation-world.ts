/** The demo data with a mark in every text of the other partner's: no one else may ever see it. */
import type { Scalar } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { demoRecords } from '../support/demo-items.ts';

/** Stands in every text of theirs. */
export const MARK = 'Quillfeather';

/** Whose numbers the cases have, and whose are foreign there. */
export const PARTNERS = {
  ours: { partnerId: 'orchard', key: 'demo-orchard-enterprise-key-0001' },
  theirs: { partnerId: 'harbor', key: 'demo-harbor-standard-key-0001' },
} as const;

/** What is theirs, and what no one has, alike in length and form. */
export interface Pair {
  readonly kind: string;
  readonly theirs: string;
  readonly unknowns: string;
}

interface DemoRecord {
  readonly type: string;
  readonly partnerId?: string;
  readonly accountNumber?: number;
  readonly businessNumber?: number;
  readonly [part: string]: unknown;
}

const record = (value: unknown) => value as Readonly<Record<string, unknown>>;

const marked = (each: DemoRecord): DemoRecord => {
  const { business, contact, menu } = each;
  if (business)
    return { ...each, business: { ...record(business), name: `${MARK} Books`, alias: MARK, description: MARK } };
  if (contact) return { ...each, contact: { ...record(contact), firstName: MARK, lastName: MARK, tags: [MARK] } };
  if (menu)
    return {
      ...each,
      menu: { ...record(menu), menuDetails: { name: MARK, menus: [{ labels: [{ displayName: MARK }] }] } },
    };
  return 'name' in each ? { ...each, name: MARK } : each;
};

/** A location of theirs whose listing is fixed: the demo data has none. */
const FIXED = { kind: 'location that is fixed', theirs: '800199', unknowns: '899999' } as const;

/** What is theirs of the demo data, marked, and a fixed location of theirs. */
export const markedRecords = async (): Promise<unknown[]> => {
  const records = (await demoRecords()) as DemoRecord[];
  const accounts = new Set(
    records
      .filter(({ type, partnerId }) => type === 'account' && partnerId === PARTNERS.theirs.partnerId)
      .map(({ accountNumber }) => accountNumber),
  );
  const locations = new Map(
    records.filter(({ type }) => type === 'business').map((each) => [each.businessNumber, each]),
  );
  const isTheirs = ({ type, accountNumber, businessNumber }: DemoRecord): boolean =>
    accounts.has(type === 'menu' ? locations.get(businessNumber)?.accountNumber : accountNumber);
  const open = records.find((each) => each.type === 'business' && isTheirs(each))!;
  const fixed = { ...open, businessNumber: Number(FIXED.theirs), bid: 9000199, listingFixed: true };
  return [...records, fixed].flatMap((each) =>
    each.type !== 'partner' && each.type !== 'apiKey' && isTheirs(each) ? [marked(each)] : [],
  );
};

const isParameter = (parameters: Readonly<Record<string, Scalar>> | undefined, place: string) =>
  parameters !== undefined && Object.hasOwn(parameters, place);

/** Every number that a parameter of some operation may name: each is tried in each parameter, where it names nothing of its kind. */
export const NUMBERS: readonly Pair[] = [
  ...new Map(
    operations
      .flatMap(({ cases }) => Object.entries(cases.foreign))
      .filter(([place, { foreign }]) => isParameter(foreign.parameters, place))
      .map(([place, { foreign, absent }]): [string, Pair] => {
        const theirs = String(foreign.parameters![place]);
        return [theirs, { kind: `${place} ${theirs}`, theirs, unknowns: String(absent.parameters![place]) }];
      })
      // Identifiers that are texts are tried where texts are due.
      .filter(([theirs]) => /^[0-9]+$/.test(theirs)),
  ).values(),
  FIXED,
];
