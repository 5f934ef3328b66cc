/** The source of the module that a function loads when it refuses a request (lib/http/reports.ts). */
import { resolve } from 'node:path';
import type { Contract } from '../../lib/contract/operation.ts';
import { titles } from './titles.ts';

/** A file of `lib/http` as an import names it. */
export const sourceOf = (file: string): string => JSON.stringify(resolve(import.meta.dirname, '../../lib/http', file));

/** The source of `compiled:reports` of an operation. */
export const reportsSource = ({ id, request, writes }: Pick<Contract, 'id' | 'request' | 'writes'>): string =>
  [
    ...(request ? [`export { default as all } from 'compiled:all/${id}';`] : []),
    ...(request && writes ? [`export { default as form } from 'compiled:form/${id}';`] : []),
    `export { default as parameters } from 'compiled:wrong/${id}';`,
    `export * from ${sourceOf('find-violations.ts')};`,
    `export * from ${sourceOf('problem-body.ts')};`,
    `export * from ${sourceOf('refusal.ts')};`,
    `export const titles = ${JSON.stringify(titles)};`,
  ].join('\n');
