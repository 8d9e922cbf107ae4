import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('keeps of the snapshots that steps are generated from the newest, all that drizzle-kit compares with', async () => {
  const files = await readdir(join(import.meta.dirname, '../sql/meta'))
  expect(files.filter((name) => name.endsWith('_snapshot.json'))).toHaveLength(1)
})
