/** Rules of the properties of a mapping. Pure. */
import { listOf, objectOf } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import type { IntegrationProperty } from '../repository/integration.ts';

/** A violation for each key that stands in an earlier row too, whichever the case. */
export const repeatedKeys = (properties: unknown): readonly Violation[] => {
  const seen = new Set<string>();
  return listOf(properties).flatMap((row, index) => {
    const { propertyKey } = objectOf(row);
    if (typeof propertyKey !== 'string') return [];
    const key = propertyKey.toLowerCase();
    const path = `integrationProperties[${index}].propertyKey`;
    if (seen.has(key)) return [{ path, error: invalid(path, 'must not be the key of another row') }];
    seen.add(key);
    return [];
  });
};

interface SentProperty {
  readonly propertyKey: string;
  readonly propertyValue?: string;
}

/** Properties as they are stored: each with a value. */
export const storedProperties = (sent: readonly SentProperty[]): readonly IntegrationProperty[] =>
  sent.map(({ propertyKey, propertyValue = '' }) => ({ propertyKey, propertyValue }));
