/** The guide to a first call, followed to the letter: its commands answer what the page says. The other one: guides.long.test.ts. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../../../cdk/tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { blocksOf } from './guide-blocks.ts';

const run = promisify(execFile);

let service: Service;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guides-'));
  service = await startDemoService();
});
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

describe('first call in five minutes', () => {
  it('answers each command as the page says', async () => {
    const blocks = await blocksOf('first-call.md');
    const commands = blocks.filter(({ syntax }) => syntax === 'sh');
    const mark = '=== end of a block ===';
    const script = commands.map(({ text }) => `${text}\necho; echo '${mark}'\n`).join('');
    const { stdout } = await run('bash', ['-ec', script.replaceAll('http://localhost:3000', service.url)], {
      cwd: directory,
    });
    const outputs = stdout.split(`${mark}\n`);
    const checked = commands.flatMap((command, index) => {
      const said = blocks[blocks.indexOf(command) + 1];
      const output = outputs[index]!.trim();
      if (said?.syntax === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(said.text));
      else if (said?.syntax === 'text') expect(output).toBe(said.text.trim());
      else return [];
      return [said];
    });
    expect(checked.length).toBe(5);
  });
});
