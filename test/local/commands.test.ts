/** The commands that `npm start` prints, as a shell runs them; all of them: commands.long.test.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstCommands } from '../../tools/local/demo.ts';
import type { Service } from '../../tools/local/service.ts';
import { startDemoService } from '../support/demo-service.ts';
import { runPasted } from './pasted.ts';

let service: Service;
beforeAll(async () => {
  service = await startDemoService([], { requestsOnly: true });
});
afterAll(() => service.close());

it('The first three read, write, and are refused with the field that is wrong, however often', async () => {
  const { read, write, error } = await firstCommands(service.url);
  for (let round = 0; round < 2; round++) {
    const [shown, written, refused] = [await runPasted(read), await runPasted(write), await runPasted(error)];
    expect(shown).toMatchObject({ status: 200, body: { name: expect.any(String) } });
    expect(written.status).toBe(200);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringMatching(/location\.zip/) },
    });
  }
});
