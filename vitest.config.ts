import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', '**/.data/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', '*/scenarios/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['*/src/**/*.int.test.ts'],
          exclude,
          globalSetup: './launcher/src/testing/cluster.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['*/journeys/**/*.test.ts'],
          exclude,
          globalSetup: './launcher/src/testing/cluster.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // Walks through the whole portal go two side by side, where their file says so.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
