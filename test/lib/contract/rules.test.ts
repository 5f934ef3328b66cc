/** The one run of rules: what is needed is loaded once, and each rule with it is checked. */
import { expect, it } from 'vitest';
import { invalid } from '../../../lib/contract/errors.ts';
import { checkLoaded, checkRequest, loadAll, loadOnce, type Rule } from '../../../lib/contract/rules.ts';

interface Loaded {
  readonly record: number;
  readonly media: readonly string[];
}

const broken = (path: string) => invalid(path, 'is broken');

const rules: readonly Rule<number, Loaded, string>[] = [
  { path: 'alone', check: (request) => (request === 1 ? broken('alone') : undefined) },
  {
    path: 'both',
    check: (request) => (request === 1 ? broken('both') : undefined),
    needs: 'record',
    isNeeded: (request) => request === 2,
    guard: (request) => (request === 3 ? 'as it was' : undefined),
    checkStored: (record, request) =>
      record === request ? [{ path: 'both[0]', error: broken('both[0]') }] : undefined,
  },
  {
    path: 'media',
    needs: 'media',
    isNeeded: (request) => request === 4,
    checkStored: (media) => (media.length === 0 ? broken('media') : undefined),
  },
];

it('a request says by itself what is wrong, what it needs, and what a write must ask for', () => {
  expect(checkRequest(rules, 1).violations.map(({ path }) => path)).toEqual(['alone', 'both']);
  expect([...checkRequest(rules, 2).needs]).toEqual(['record']);
  expect([...checkRequest(rules, 4).needs]).toEqual(['media']);
  expect(checkRequest(rules, 3)).toMatchObject({ violations: [], guards: ['as it was'] });
});

it('rules whose need was loaded are checked, also where another rule asked for it, and each says one thing once', () => {
  const paths = (request: number, loaded: Partial<Loaded>) =>
    checkLoaded(rules, request, loaded).map(({ path }) => path);
  expect(paths(3, { record: 3 })).toEqual(['both[0]']);
  expect(paths(3, { record: 3, media: [] })).toEqual(['both[0]', 'media']);
  expect(paths(1, { record: 1, media: ['a'] })).toEqual(['alone', 'both']);
  expect(paths(3, {})).toEqual([]);
});

it('each need is loaded once, and not at all where it is known', async () => {
  const loads: string[] = [];
  const loaders = {
    record: async () => {
      loads.push('record');
      return 7;
    },
    media: async (load: (need: 'record') => Promise<number>) => {
      loads.push('media');
      return [String(await load('record'))];
    },
  };
  const load = loadOnce<Loaded>(loaders);
  expect(await loadAll(load, ['record', 'media', 'record'])).toEqual({ record: 7, media: ['7'] });
  expect(await load('media')).toEqual(['7']);
  expect(loads).toEqual(['record', 'media']);
  expect(await loadAll(loadOnce<Loaded>(loaders, { record: 1 }), ['media'])).toEqual({ media: ['1'] });
  expect(loads).toEqual(['record', 'media', 'media']);
});
