/** Reads path, query and headers into the types of the contract, and judges them by its schemas. */
import type { MiddlewareObj } from '@middy/core';
import type { NamedParameter, Place } from '../contract/derived.ts';
import { invalid, NO_TEXT } from '../contract/errors.ts';
import type { Contract, Depth } from '../contract/operation.ts';
import { pageWindow } from '../contract/page-window.ts';
import { isTextList, isTooDeep, readParameter } from '../contract/parameters.ts';
import { isBlank } from '../contract/text.ts';
import { type Validate, type Violation, violationOf } from '../contract/violations.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';

/** `validateOnly` is read without case, and with `_` or `-`: misspelled, a dry run would be a real one. */
const DRY_RUN = 'validateOnly';
const isDryRun = (name: string): boolean => name.replace(/[_-]/g, '').toLowerCase() === DRY_RUN.toLowerCase();

/**
 * The text of a parameter. One that is sent several times says all of it where it is a list, with commas between; any other
 * the last time. `validateOnly` must say one thing, else it says neither true nor false.
 */
const textOf = (
  { pathParameters, queryStringParameters, multiValueQueryStringParameters, headers }: ChainEvent,
  { name, in: place, schema }: NamedParameter,
) => {
  if (place === 'path') return pathParameters?.[name];
  if (place === 'header') return headers[name.toLowerCase()];
  const last = queryStringParameters?.[name];
  if (isTextList(schema)) {
    return multiValueQueryStringParameters?.[name]?.filter((each) => !isBlank(each)).join(',') ?? last;
  }
  if (name !== DRY_RUN) return last;
  const all = Object.entries(multiValueQueryStringParameters ?? queryStringParameters ?? {});
  const sent = new Set(
    all.flatMap(([each, values]) =>
      isDryRun(each) ? [values].flat().map((value) => value?.trim().toLowerCase()) : [],
    ),
  );
  return sent.size > 1 ? 'both' : [...sent][0];
};

/** U+0000, and what stands in a decoded text for bytes that are not valid UTF-8. */
const BROKEN = /[\0\uFFFD]/;

/**
 * @param list - the parameters, in the order in which they are judged
 * @param validate - of all of them as one object
 */
export const readParameters = (
  { paging, depth = paging }: Pick<Contract, 'paging'> & { readonly depth?: Depth },
  list: readonly NamedParameter[],
  validate: Validate,
): MiddlewareObj<ChainEvent> => {
  const schema = { properties: Object.fromEntries(list.map((parameter) => [parameter.name, parameter.schema])) };
  /** What names a record is judged as such: what is no text names none. */
  const brokenIn = (values: Readonly<Record<string, unknown>>): Violation | undefined => {
    for (const { name, in: place, addresses } of list)
      if (place === 'query' && !addresses && BROKEN.test(String(values[name])))
        return { path: name, error: invalid(name, NO_TEXT) };
    return undefined;
  };
  return {
    before: function readParametersBefore({ event }) {
      const places: Record<Place, Record<string, unknown>> = { path: {}, query: {}, header: {} };
      const all: Record<string, unknown> = {};
      for (const parameter of list) {
        const value = readParameter(parameter, textOf(event, parameter));
        if (value === undefined) continue;
        places[parameter.in][parameter.name] = value;
        all[parameter.name] = value;
      }
      // Ahead of the limit of a page: a window that is too deep has a code of its own.
      if (depth && isTooDeep(depth, all)) throw new ApiError(depth.tooDeep);
      const violation = validate(all) ? brokenIn(all) : violationOf(schema, validate.errors![0]!, all);
      if (violation) {
        const error = list.find(({ name }) => name === violation.path)?.error ?? violation.error;
        // Of a list the name alone: what stands behind it is where in what was sent.
        const [parameter = ''] = violation.path.split(/[.[]/);
        throw new ApiError(error, { violations: [{ ...violation, error, path: '', parameter }] });
      }
      const { header: headers, ...others } = places;
      event.values = { ...others, headers, window: paging && pageWindow(paging, all) };
    },
  };
};

/**
 * What the operation is about must be named: a number that is missing or malformed answers as one that is not there, after
 * the body has been judged.
 */
export const requireAddressed = (list: readonly NamedParameter[]): MiddlewareObj<ChainEvent> => {
  const addressed = list.filter(({ addresses }) => addresses);
  return {
    before: function requireAddressedBefore({ event: { values } }) {
      for (const { name, in: place, addresses, missing, late, schema } of addressed) {
        const places = values[place === 'header' ? 'headers' : place] as Record<string, unknown>;
        const value = places[name];
        const isMissing = value === undefined;
        const isMalformed =
          (schema as { type?: string }).type === 'integer' && !(typeof value === 'number' && value > 0);
        if (late && (isMissing || isMalformed)) places[name] = 0;
        if (late) continue;
        if (isMissing && missing) throw new ApiError(missing);
        if (isMissing || isMalformed) throw new ApiError(addresses ?? invalid(name, 'is required'));
      }
    },
  };
};
