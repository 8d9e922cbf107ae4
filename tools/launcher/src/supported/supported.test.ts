import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatNames } from '@carewatch/contracts/formats'
import { expect, it } from 'vitest'
import { supportedPage } from './page.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
/** As the formatter pads them, or not. */
const plain = (page: string): string => page.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')

it('docs/supported.md says what the code reads now', () => {
  expect(plain(readFileSync(join(root, 'docs', 'supported.md'), 'utf8'))).toBe(plain(supportedPage(root)))
})

it('names every format, and every kind of advertisement of which messages are recorded', () => {
  const page = supportedPage(root)
  for (const name of formatNames) expect(page).toContain(`\`${name}\``)
  // The structure around an advertisement is nobody's.
  const kinds = readdirSync(join(root, 'devices', 'recorded')).filter(
    (name) => name.startsWith('adv-') && name !== 'adv-structure.json',
  )
  const rows = page.slice(page.indexOf('| tags and sensors')).trim().split('\n')
  expect(rows).toHaveLength(kinds.length + 2)
  expect(page).not.toMatch(/\| 0 \|/)
})
