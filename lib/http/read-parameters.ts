/** Reads path, query and headers into the types of the contract, and judges them by its schemas. */
import type { MiddlewareObj } from '@middy/core';
import type { NamedParameter, Place } from '../contract/derived.ts';
import { invalid, NO_TEXT } from '../contract/errors.ts';
import type { Contract } from '../contract/operation.ts';
import { pageWindow } from '../contract/page-window.ts';
import { isTextList, isTooDeep, readParameter } from '../contract/parameters.ts';
import { isBlank } from '../contract/text.ts';
import { type Validate, violationOf } from '../contract/violations.ts';
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
  if (!queryStringParameters && !multiValueQueryStringParameters) return undefined;
  const query = queryStringParameters ?? {};
  if (isTextList(schema)) {
    return multiValueQueryStringParameters?.[name]?.filter((each) => !isBlank(each)).join(',') ?? query[name];
  }
  if (name !== DRY_RUN) return query[name];
  const all: Readonly<Record<string, readonly (string | undefined)[] | undefined>> =
    multiValueQueryStringParameters ??
    Object.fromEntries(Object.entries(query).map(([each, value]) => [each, [value]]));
  const sent = new Set(
    Object.entries(all).flatMap(([each, values = []]) =>
      isDryRun(each) ? values.map((value) => value?.trim().toLowerCase()) : [],
    ),
  );
  return sent.size > 1 ? 'both' : [...sent][0];
};

/** What is not valid UTF-8 comes decoded, with a replacement character for what is none. A number is malformed by itself. */
const isBrokenText = ({ in: place, addresses, schema }: NamedParameter, value: unknown): boolean => {
  if (place !== 'query' || addresses || typeof value !== 'string') return false;
  return (schema as { type?: unknown }).type !== 'integer' && (/[\0\uFFFD]/.test(value) || !value.isWellFormed());
};

/**
 * @param list - the parameters, in the order in which they are judged
 * @param validate - of all of them as one object
 */
export const readParameters = (
  { paging, depth = paging }: Contract,
  list: readonly NamedParameter[],
  validate: Validate,
): MiddlewareObj<ChainEvent> => {
  const byName = new Map(list.map((parameter) => [parameter.name, parameter]));
  const schema = { properties: Object.fromEntries(list.map((parameter) => [parameter.name, parameter.schema])) };
  return {
    before: function readParametersBefore({ event }) {
      const places: Record<Place, Record<string, unknown>> = { path: {}, query: {}, header: {} };
      const all: Record<string, unknown> = {};
      for (const parameter of list) {
        const value = readParameter(parameter, textOf(event, parameter));
        if (value === undefined) continue;
        if (isBrokenText(parameter, value)) {
          const { name } = parameter;
          const error = invalid(name, NO_TEXT);
          throw new ApiError(error, { violations: [{ path: '', parameter: name, error }] });
        }
        places[parameter.in][parameter.name] = value;
        all[parameter.name] = value;
      }
      // Ahead of the limit of a page: a window that is too deep has a code of its own.
      if (depth && isTooDeep(depth, all)) throw new ApiError(depth.tooDeep);
      if (!validate(all)) {
        const violation = violationOf(schema, validate.errors![0]!, all);
        const error = byName.get(violation.path)?.error ?? violation.error;
        // Of a list the name alone: what stands behind it is where in what was sent.
        const [parameter = ''] = violation.path.split(/[.[]/);
        throw new ApiError(error, { violations: [{ ...violation, error, path: '', parameter }] });
      }
      event.values = {
        path: places.path,
        query: places.query,
        headers: places.header,
        window: paging && pageWindow(paging, all),
      };
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
