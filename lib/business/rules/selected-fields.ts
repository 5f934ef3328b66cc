/** `?fields=a,b.c`: the fields of a response that a client selects. Pure. */
import { isObject, type JsonObject } from '../../contract/coercion.ts';

/** The selected names with the selection inside each; `true` for all of it. */
type Wanted = Map<string, Wanted | true>;

const wantedOf = (names: string): Wanted => {
  const wanted: Wanted = new Map();
  for (const name of names.split(',')) {
    let inside = wanted;
    const parts = name.trim().split('.');
    for (const [index, part] of parts.entries()) {
      const known = inside.get(part);
      if (known === true) break;
      if (index === parts.length - 1) inside.set(part, true);
      else {
        const next: Wanted = known ?? new Map();
        inside.set(part, next);
        inside = next;
      }
    }
  }
  return wanted;
};

const select = (value: unknown, wanted: Wanted | true): unknown => {
  if (wanted === true) return value;
  if (Array.isArray(value)) return value.map((row) => select(row, wanted));
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const inside = wanted.get(name);
      const selected = inside && select(each, inside);
      return selected === undefined ? [] : [[name, selected]];
    }),
  );
};

/** Whether a top-level field of the response is selected. */
export const isSelected = (names: string | undefined, field: string): boolean =>
  names === undefined || wantedOf(names).has(field);

/** @param names - comma-separated, `b.c` for a field inside an object or each row of a list; everything if left out */
export const selectedFields = (answer: JsonObject, names: string | undefined): JsonObject =>
  names === undefined ? answer : (select(answer, wantedOf(names)) as JsonObject);
