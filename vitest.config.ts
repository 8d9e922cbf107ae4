import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SeededOrder } from './tools/launcher/src/testing/order.ts'
import { messagesInPieces } from './web/build/compiled-messages.ts'

/** What is waited for comes at once on a free machine, and within this on one that has other things to do. */
const patient = { poll: { timeout: 15_000 } }
const exclude = ['**/node_modules/**', '**/dist/**', '**/.data/**']
const database = './tools/launcher/src/testing/cluster.ts'

/** Guards against what hangs, not against what is slow: a machine three times slower than ours passes. */
const [SHORT_MS, LONG_MS, WALK_MS] = [30_000, 90_000, 240_000]

/** Two more than there are cores: tests that wait leave theirs to others. */
const maxWorkers = Number(process.env.TEST_WORKERS ?? availableParallelism() + 2)

/** As the services run: Node reads the files itself, and each worker reads a module once for all files that it runs. */
const asServices = { isolate: false, experimental: { viteModuleRunner: false }, maxWorkers }

export default defineConfig({
  test: {
    sequence: { sequencer: SeededOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{*,tools/*}/src/**/*.test.ts', '{*,tools/*}/scenarios/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts', 'web/**'],
          testTimeout: SHORT_MS,
          hookTimeout: SHORT_MS,
          ...asServices,
        },
      },
      {
        plugins: [messagesInPieces()],
        test: {
          name: 'unit-web',
          include: ['web/src/**/*.test.ts'],
          exclude,
          isolate: false,
          maxWorkers,
          testTimeout: SHORT_MS,
          hookTimeout: SHORT_MS,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{*,tools/*}/src/**/*.int.test.ts'],
          exclude,
          globalSetup: database,
          expect: patient,
          testTimeout: LONG_MS,
          hookTimeout: LONG_MS,
          ...asServices,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['{*,tools/*}/journeys/**/*.test.ts'],
          exclude,
          globalSetup: database,
          setupFiles: './tools/simulator/journeys/print-logs.ts',
          expect: patient,
          testTimeout: WALK_MS,
          hookTimeout: WALK_MS,
          ...asServices,
        },
      },
      {
        test: {
          name: 'long',
          include: ['{*,tools/*}/long-journeys/**/*.test.ts'],
          exclude,
          globalSetup: database,
          expect: patient,
          testTimeout: WALK_MS,
          hookTimeout: WALK_MS,
          // Walks through the whole portal go two side by side, where their file says so.
          maxConcurrency: 2,
          ...asServices,
        },
      },
    ],
  },
})
