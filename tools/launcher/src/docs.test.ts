import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFolders } from './packages.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
)
const PARTS = [...packageFolders(root), 'docs']

/** What stands in backquotes and is a file of one of our parts. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w-]+\/[\w./-]+\.\w+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => PARTS.some((folder) => path.startsWith(`${folder}/`)))

describe('a page of the documentation', () => {
  it.each(pages)('%s names files that are there', (page) => {
    const named = filesIn(readFileSync(join(root, 'docs', page), 'utf8'))
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it.each(pages.filter((page) => page.startsWith('ways/')))(
    '%s is a way of fifteen files at most',
    (page) => {
      const ways = readFileSync(join(root, 'docs', page), 'utf8').split(/^## /m)
      for (const way of ways) expect([...way.matchAll(/^\| \d+ /gm)].length).toBeLessThanOrEqual(15)
      expect(filesIn(ways.join('')).length).toBeGreaterThan(7)
    },
  )

  it('on ASVS names one proof at least for most of what it says is met', () => {
    const rows = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8').matchAll(/^\|.*\| met +\|.*\|(.*)\|$/gm)
    expect([...rows].filter(([, proof = '']) => !proof.includes('`'))).toEqual([])
  })
})
