/** Every command that writes more than once, killed at its first write, at its last, and between. */
import { vi } from 'vitest';
import { cases, whenKilled } from './killed-again.ts';

vi.setConfig({ testTimeout: 1_200_000 });

whenKilled(Object.keys(cases), (_, steps) =>
  [...new Set([1, 2, Math.ceil(steps / 2), steps])].filter((step) => step <= steps),
);
