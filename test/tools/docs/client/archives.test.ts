/** The clients as files to install: what the pages say of them, and the format of the wheel. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { archiveNames } from '../../../../tools/docs/client/archives.ts';
import { projectVersion } from '../../../../tools/docs/client/build.ts';
import { zipped } from '../../../../tools/docs/client/zip.ts';

const PAGES = [
  'tools/docs/client/README.md',
  'tools/docs/client/python/README.md',
  'docs/client-example.ts',
  'docs/partners.md',
];

describe('The packages', () => {
  it.each(PAGES)('are installed from %s by the name that they have', async (page) => {
    const text = await readFile(join(projectRoot, page), 'utf8');
    const named = [...text.matchAll(/partner[-_]listing[-_]client-[\w.-]*\.(?:tgz|whl)/g)].map(([name]) => name);
    const { npm, wheel } = archiveNames(await projectVersion());
    expect(named).not.toEqual([]);
    expect([npm, wheel]).toEqual(expect.arrayContaining(named));
  });
});

describe('A ZIP archive', () => {
  const files = { 'a/b.txt': Buffer.from('text '.repeat(1000)), 'é.txt': Buffer.from('ü'), empty: Buffer.alloc(0) };

  it('is the same for the same files', () => {
    expect(zipped(files)).toEqual(zipped({ ...files }));
  });

  it('has each file where its directory says', () => {
    const bytes = zipped(files);
    const end = bytes.length - 22;
    expect([bytes.readUInt32LE(end), bytes.readUInt16LE(end + 10)]).toEqual([0x06054b50, 3]);
    let at = bytes.readUInt32LE(end + 16);
    for (const [path, content] of Object.entries(files)) {
      const [size, nameLength, place] = [
        bytes.readUInt32LE(at + 20),
        bytes.readUInt16LE(at + 28),
        bytes.readUInt32LE(at + 42),
      ];
      expect(bytes.toString('utf8', at + 46, at + 46 + nameLength)).toBe(path);
      const begin = place + 30 + bytes.readUInt16LE(place + 26);
      expect(inflateRawSync(bytes.subarray(begin, begin + size))).toEqual(content);
      at += 46 + nameLength;
    }
    expect(at).toBe(end);
  });
});
