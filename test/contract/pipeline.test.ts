/** The pipeline's files hold commands that there are, and actionlint accepts them, where it is installed (docs/pipeline.md). */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createProgram } from '../../tools/admin/program.ts';
import { recordingIo } from '../tools/admin/recording-io.ts';
import { textOf } from './source-files.ts';

/** Each workflow by the path that it is copied to. */
const workflows = new Map(
  ['deploy', 'stage'].map((name) => [`.github/workflows/${name}.yml`, textOf(`docs/pipeline/${name}.yml`)]),
);
const commands = [...workflows.values()].flatMap((text) => [...text.matchAll(/\brun: (.+)$/gm)].map(([, run]) => run!));

const noActionlint = spawnSync('actionlint', ['--version']).error !== undefined;

describe('The pipeline', () => {
  it('has a command in each step that has no action', () => {
    expect(commands.length).toBeGreaterThan(7);
  });

  it('runs scripts that there are', () => {
    const scripts = commands.flatMap((command) => [...command.matchAll(/npm run (\S+)/g)].map(([, name]) => name!));
    expect(new Set(scripts)).toEqual(new Set(['check', 'synth', 'admin']));
    for (const name of scripts) expect(Object.keys(packageJson.scripts)).toContain(name);
  });

  it('gives commands of operators only options that they have', () => {
    const { commands: known } = createProgram({ io: recordingIo(), fail: () => {} });
    const used = commands.flatMap((command) => [...command.matchAll(/npm run admin -- (\w+)(.*)$/g)]);
    expect(used.map(([, name]) => name)).toEqual(['preflight', 'doctor', 'smoke']);
    for (const [, name, rest = ''] of used) {
      const options = known.find((command) => command.name() === name)?.options.map(({ long }) => long);
      for (const [option] of rest.matchAll(/--[a-z-]+\b/g)) expect(options, `${name} ${option}`).toContain(option);
    }
  });

  it.skipIf(noActionlint)('is what actionlint accepts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'pipeline-'));
    try {
      await mkdir(join(directory, '.github/workflows'), { recursive: true });
      await mkdir(join(directory, '.git'));
      for (const [path, text] of workflows) await writeFile(join(directory, path), text);
      // shellcheck, where it is there too, would want quotes around what must be split.
      const { status, stdout } = spawnSync('actionlint', ['-no-color', '-shellcheck='], {
        cwd: directory,
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([0, '']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
