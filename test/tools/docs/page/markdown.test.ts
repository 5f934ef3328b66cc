/** The Markdown next to each page, and llms.txt: for readers that are programs. */
import { beforeAll, describe, expect, it } from 'vitest';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../../lib/operations.ts';
import { linkedMarkdown } from '../../../../tools/docs/page/markdown-links.ts';
import { inReadingOrder } from '../../../../tools/docs/page/order.ts';
import { type PageFile, pageFiles } from '../../../../tools/docs/page.ts';
import { languages, sampleOf } from '../../../../tools/docs/samples/languages.ts';
import { literal } from '../../../../tools/docs/samples/literal.ts';

let files: ReadonlyMap<string, PageFile>;
beforeAll(async () => {
  files = await pageFiles();
});

const namesOf = (ending: string) => [...files.keys()].filter((name) => name.endsWith(ending));
const textOf = (name: string) => files.get(name)!.body;

/** The part of an operation, up to the next one. */
const partOf = (id: string): string => {
  const start = `<a id="${id}"></a>\n`;
  const text =
    namesOf('.md')
      .map(textOf)
      .find((each) => each.includes(start)) ?? '';
  return text.slice(text.indexOf(start)).split(/\n(?=<a id="\w+"><\/a>\n\n## )/)[0]!;
};

const bare = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');

describe('the Markdown of a page', () => {
  it('stands next to each, and each names it', () => {
    expect(namesOf('.html').map((name) => name.replace(/html$/, 'md'))).toEqual(namesOf('.md'));
    for (const name of namesOf('.html')) {
      const twin = name.replace(/html$/, 'md');
      expect(textOf(name)).toContain(`<link rel="alternate" type="text/markdown" href="${twin}"`);
      expect(textOf(name)).toContain('<link rel="describedby" href="llms.txt">');
      expect(files.get(twin)!.type).toBe('text/markdown; charset=utf-8');
      expect(textOf(twin)).toMatch(/^# \S/);
    }
  });

  it('links to files that are there, and to anchors of theirs', () => {
    const anchors = (name: string) =>
      new Set([...textOf(name.replace(/md$/, 'html')).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const lost = [...namesOf('.md'), 'llms.txt'].flatMap((name) =>
      [...bare(textOf(name)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
        if (/^https?:/.test(href)) return [];
        const [file = '', anchor] = href.split('#');
        const target = file === '' ? name : file;
        const isThere = files.has(target) && !target.endsWith('.html');
        return isThere && (anchor === undefined || anchors(target).has(anchor)) ? [] : [`${name}: ${href}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it.each(allOperations)('has of $id what the page shows, and what its tabs hide', (operation) => {
    const part = partOf(operation.id);
    expect(part).toContain(`\`${operation.method} ${operation.path}\``);
    for (const language of languages) expect(part).toContain(sampleOf(operation, language));
    for (const { summary, body, reply } of operation.cases.examples) {
      expect(part).toContain(`#### ${summary}`);
      if (body !== undefined) expect(part).toContain(literal(body));
      expect(part).toContain(literal(reply));
    }
    for (const { code } of Object.values(operation.errors)) expect(part).toContain(`errors.md#error-${code}`);
  });

  it('has each error code', () => {
    for (const code of Object.keys(catalogue)) expect(textOf('errors.md')).toContain(`<a id="error-${code}"></a>`);
  });

  it('leaves code and links to elsewhere alone', () => {
    const source =
      'See [a](b.md#c), [x](https://host/y.html).\n\n```md\n[a](lost.md)\n```\n\n[gone](lost.md) [op](#operation/getUsage)';
    const linkOf = (href: string) => (href === 'b.md#c' ? 'page.html#c' : href === 'lost.md' ? undefined : href);
    expect(linkedMarkdown(source, linkOf)).toBe(
      'See [a](page.md#c), [x](https://host/y.html).\n\n```md\n[a](lost.md)\n```\n\ngone [op](usage.md#getUsage)',
    );
  });
});

describe('llms.txt', () => {
  it('begins with a title and links to the Markdown of every page', () => {
    const text = textOf('llms.txt');
    expect(text).toMatch(/^# Partner Listing API\n\n> \S/);
    expect([...text.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name).sort()).toEqual(namesOf('.md').sort());
    expect(text).toContain('](openapi.json)');
  });
});

describe('the order of operations', () => {
  const ordered = (tag: string) => inReadingOrder(allOperations.filter((each) => each.tag === tag)).map(({ id }) => id);

  it('is create, get, list, update, delete', () => {
    expect(ordered('Businesses')).toEqual([
      'createBusiness',
      'getBusiness',
      'getHierarchy',
      'getTimezones',
      'searchBusinesses',
      'getChildBusinesses',
      'updateBusiness',
      'patchBusiness',
      'setBusinessStatus',
      'deleteBusiness',
    ]);
    expect(ordered('Listings').slice(0, 2)).toEqual(['createListing', 'getListing']);
    expect(ordered('Users')).toEqual(['createUser', 'getUser', 'listUsers', 'updateUser', 'removeUser']);
  });

  it('has of every group what makes a thing first and what removes it last', () => {
    for (const tag of new Set(allOperations.map((each) => each.tag))) {
      const ids = ordered(tag);
      const kinds = ids.map((id) => (/^(?:create|add|save)/.test(id) ? 0 : /^(?:delete|remove)/.test(id) ? 2 : 1));
      // Unsubscribe removes too.
      if (tag !== 'Subscriptions') expect(kinds, tag).toEqual(kinds.toSorted((a, b) => a - b));
      expect([...ids].sort()).toEqual(
        allOperations
          .filter((each) => each.tag === tag)
          .map(({ id }) => id)
          .sort(),
      );
    }
  });

  it('is that of the pages and of the navigation', () => {
    const html = textOf('businesses.html');
    const shown = [...html.matchAll(/<section class="operation" id="(\w+)"/g)].map(([, id]) => id);
    expect(shown).toEqual(ordered('Businesses'));
    const linked = [...html.split('<main')[0]!.matchAll(/href="businesses\.html#(\w+)"/g)].map(([, id]) => id);
    expect(linked).toEqual(shown);
  });
});
