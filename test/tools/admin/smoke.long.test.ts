/** The smoke test from the command line, of every operation, against the API as `npm start` serves it with the demo data. */
import { expect, test } from 'vitest';
import { startDemoService } from '../../support/demo-service.ts';
import { admin } from './cli.ts';

const demo = { business: 700_101, account: 700_100, competitor: 710_001, email: 'ada.field@mail.example' };
const demoKey = 'demo-orchard-enterprise-key-0001';

// Each operation is asked several times, one request after the other.
test('smoke passes with the demo data', async () => {
  const service = await startDemoService([], { requestsOnly: true });
  try {
    const { status, stdout, stderr } = await admin([
      'smoke',
      ...['--url', service.url, '--key', demoKey],
      ...Object.entries(demo).flatMap(([name, number]) => [`--${name}`, String(number)]),
    ]);
    expect(stdout).not.toContain('FAIL');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^\d+ ok, 0 failed, /);
    expect(stdout).not.toContain(demoKey);
  } finally {
    await service.close();
  }
});
