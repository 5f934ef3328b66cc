/** The catalogue of hotel attributes (docs/decisions.md: catalogues). */
import file from './hotel-attributes.json' with { type: 'json' };

export type HotelValueType = 'BOOLEAN' | 'INTEGER' | 'YEAR' | 'TIME' | 'SINGLE_SELECT' | 'MULTI_SELECT';

export interface PossibleValue {
  readonly value: boolean | string;
  readonly name: string;
}

export interface HotelAttribute {
  /** Unique in the catalogue. */
  readonly attributeId: string;
  readonly attributeName: string;
  /** Never changes for an attribute. */
  readonly columnId: number;
  readonly valueType: HotelValueType;
  /** Empty for numbers and times. */
  readonly possibleValues: readonly PossibleValue[];
}

interface Row extends Omit<HotelAttribute, 'possibleValues'> {
  readonly possibleValues?: readonly PossibleValue[];
}

const YES_OR_NO: readonly PossibleValue[] = [
  { value: true, name: 'Yes' },
  { value: false, name: 'No' },
];

const attributeOf = ({
  attributeId,
  attributeName,
  columnId,
  valueType,
  possibleValues = [],
}: Row): HotelAttribute => ({
  attributeId,
  attributeName,
  columnId,
  valueType,
  possibleValues: valueType === 'BOOLEAN' ? YES_OR_NO : possibleValues,
});

/** An object with each value changed. */
const mapped = <From, To>(object: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Every attribute, by the names of its group and its subgroup and by its id. */
export const hotelAttributes: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, HotelAttribute>>>>>
> = mapped(file as unknown as Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>, (subgroups) =>
  mapped(subgroups, (rows) => Object.fromEntries(rows.map((row) => [row.attributeId, attributeOf(row)]))),
);

interface Found extends HotelAttribute {
  readonly group: string;
  readonly subgroup: string;
}
let byId: ReadonlyMap<string, Found> | undefined;

/** The attribute with exactly this id, and its group and subgroup. */
export const findHotelAttribute = (attributeId: string): Found | undefined => {
  byId ??= new Map(
    Object.entries(hotelAttributes).flatMap(([group, subgroups]) =>
      Object.entries(subgroups).flatMap(([subgroup, attributes]) =>
        Object.values(attributes).map(
          (attribute) => [attribute.attributeId, { ...attribute, group, subgroup }] as const,
        ),
      ),
    ),
  );
  return byId.get(attributeId);
};

const isInteger = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const TIME = /^(?:[01]?[0-9]|2[0-3]):[0-5][0-9]$/;

/**
 * The problem of an attribute's value, as words that follow the path of its field (`must be true or false`);
 * `undefined` if the value has the right type. Nothing is coerced here.
 */
export const hotelValueProblem = (
  { valueType, possibleValues }: HotelAttribute,
  value: unknown,
): string | undefined => {
  const isPossible = (each: unknown) => possibleValues.some((possible) => possible.value === each);
  const choices = possibleValues.map((possible) => possible.value).join(', ');
  switch (valueType) {
    case 'BOOLEAN':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'INTEGER':
      return isInteger(value, 0, 1_000_000) ? undefined : 'must be a whole number from 0 to 1000000';
    case 'YEAR':
      return isInteger(value, 1000, 9999) ? undefined : 'must be a year of four digits';
    case 'TIME':
      return typeof value === 'string' && TIME.test(value) ? undefined : 'must be a time of day, H:MM';
    case 'SINGLE_SELECT':
      return isPossible(value) ? undefined : `must be one of ${choices}`;
    default:
      return Array.isArray(value) && value.every(isPossible) && new Set(value).size === value.length
        ? undefined
        : `must be a list of some of ${choices}, each once`;
  }
};
