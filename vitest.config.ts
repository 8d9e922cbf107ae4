import { defineConfig } from 'vitest/config'

/** What is waited for comes at once on a free machine, and within this on one that has other things to do. */
const patient = { poll: { timeout: 15_000 } }
const exclude = ['**/node_modules/**', '**/dist/**', '**/.data/**']

/** Guards against what hangs, not against what is slow: a machine three times slower than ours passes. */
const [SHORT_MS, LONG_MS, WALK_MS] = [30_000, 90_000, 240_000]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', '*/scenarios/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts'],
          testTimeout: SHORT_MS,
          hookTimeout: SHORT_MS,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['*/src/**/*.int.test.ts'],
          exclude,
          globalSetup: './launcher/src/testing/cluster.ts',
          expect: patient,
          testTimeout: LONG_MS,
          hookTimeout: LONG_MS,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['*/journeys/**/*.test.ts'],
          exclude,
          globalSetup: './launcher/src/testing/cluster.ts',
          expect: patient,
          testTimeout: WALK_MS,
          hookTimeout: WALK_MS,
          fileParallelism: false,
          // Walks through the whole portal go two side by side, where their file says so.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
