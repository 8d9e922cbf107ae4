import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { logFolders } from './log-folders.ts'

const LAST_LINES = 40

/** What the services of a failed journey wrote last: the folder is gone with the product, and the failure may not come again for weeks. */
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const folder of logFolders)
    for (const name of readdirSync(folder)) {
      const log = readFileSync(join(folder, name), 'utf8').trimEnd()
      if (log === '') continue
      const lines = log.split('\n').slice(-LAST_LINES)
      process.stderr.write(`${['', `${name}, when "${task.name}" failed:`, ...lines].join('\n')}\n`)
    }
})
