/** Converts path, query and headers to the types of the contract, and checks them by its schemas. */
import type { MiddlewareObj } from '@middy/core';
import type { DeployedContract } from '../contract/deployed.ts';
import type { NamedParameter, Place } from '../contract/derived.ts';
import type { Depth } from '../contract/operation.ts';
import { pageWindow } from '../contract/page-window.ts';
import { isTextList, isTooDeep, readParameter } from '../contract/parameters.ts';
import { isBlank } from '../contract/text.ts';
import type { Violation } from '../contract/violations.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent, ParameterValues } from './event.ts';
import { isBrokenText } from './parameter-text.ts';
import { wantsProblem } from './problem.ts';
import type { Reports } from './reports.ts';

/**
 * `validateOnly` is read in any case, and with `_` or `-`: if a misspelling were ignored, validation would become a
 * write.
 */
const DRY_RUN = 'validateOnly';
const isDryRun = (name: string): boolean => name.replace(/[_-]/g, '').toLowerCase() === DRY_RUN.toLowerCase();

/**
 * The text of a parameter. If a list is sent several times, its values are joined with commas; of any other parameter
 * the last one counts. Conflicting values of `validateOnly` are invalid.
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

/**
 * Creates the middleware that reads and checks the parameters. Of a client that wants every violation, a request with
 * wrong parameters goes on without them, for its body to be checked; `requireAddressed` refuses it.
 *
 * @param list - the parameters, in the order of checking
 * @param isValid - whether all of them, as one object, are valid
 */
export const readParameters = (
  { paging, depth = paging }: Pick<DeployedContract, 'paging'> & { readonly depth?: Depth },
  list: readonly NamedParameter[],
  isValid: (values: unknown) => boolean,
  loadReports: () => Promise<Reports>,
): MiddlewareObj<ChainEvent> => {
  const refuse = async (event: ChainEvent, values: Readonly<Record<string, unknown>>): Promise<void> => {
    const { parameterViolations, parameters } = await loadReports();
    const violations = parameterViolations({ list, values, depth }, parameters);
    const [first] = violations;
    if (!first) return;
    if (!wantsProblem(event.headers.accept)) throw new ApiError(first.error, { violations: [first] });
    const wrong = list.filter(({ name }) => violations.some(({ parameter }) => parameter === name));
    const { path, query, headers } = event.values;
    for (const { name } of wrong) for (const place of [path, query, headers]) Reflect.deleteProperty(place, name);
    const before = event.wrong?.violations ?? [];
    event.wrong = { violations: [...before, ...violations], needed: wrong.some(({ required }) => required) };
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
      const { header: headers, ...others } = places;
      event.values = { ...others, headers, window: paging && pageWindow(paging, all) };
      // A window that is too deep has its own code, ahead of the limits of a page.
      const isRight = !(depth && isTooDeep(depth, all)) && isValid(all);
      if (!isRight || list.some((parameter) => isBrokenText(parameter, all[parameter.name]))) return refuse(event, all);
    },
  };
};

type CheckQuery = (query: ParameterValues['query']) => readonly Violation[];

interface QueryChecks {
  readonly checkQuery?: CheckQuery | undefined;
  readonly checkQueryLate?: CheckQuery | undefined;
}

/**
 * Requires the parameters that address the operation's record: a missing or malformed number is reported like an
 * unknown one, after the body has been checked. Refuses a request with everything that was found wrong before.
 *
 * @param rules - of the parameters, which their schemas can't express; what is late is listed, and refuses nothing
 */
export const requireAddressed = (
  list: readonly NamedParameter[],
  { checkQuery, checkQueryLate }: QueryChecks = {},
): MiddlewareObj<ChainEvent> => {
  const addressed = list.filter(({ addresses }) => addresses);
  return {
    before: function requireAddressedBefore({ event }) {
      const { values, wrong } = event;
      const violations = [...(wrong?.violations ?? []), ...(checkQuery?.(values.query) ?? [])];
      const waiting: Violation[] = [...(checkQueryLate?.(values.query) ?? [])];
      for (const { name, in: place, addresses, missing, late, schema } of addressed) {
        const places = values[place === 'header' ? 'headers' : place] as Record<string, unknown>;
        const value = places[name];
        const isMissing = value === undefined;
        const isMalformed =
          (schema as { type?: string }).type === 'integer' && !(typeof value === 'number' && value > 0);
        if (!isMissing && !isMalformed) continue;
        const violation = { path: '', parameter: name, error: (isMissing && missing) || addresses! };
        (late ? waiting : violations).push(violation);
        if (late) places[name] = 0;
      }
      const [first] = violations;
      const late = [...waiting, ...(event.late ?? [])];
      // Where something was wrong before, it lists those of the body already.
      if (first) throw new ApiError(first.error, { violations: [...violations, ...(wrong ? waiting : late)] });
      if (waiting.length > 0) event.late = late;
    },
  };
};
