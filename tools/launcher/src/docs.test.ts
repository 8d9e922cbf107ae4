import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VARIABLES } from './env.ts'
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

const asvsPage = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8')

/** How many requirements `2.4.1`, `1.4.1–1.4.3` or `12.3.1, 12.3.3–12.3.4` name. */
function numbersIn(text: string): number {
  const lastOf = (number = ''): number => Number(number.split('.').at(-1))
  return text.split(', ').reduce((sum, part) => {
    const [from, to = from] = part.split('–')
    return sum + lastOf(to) - lastOf(from) + 1
  }, 0)
}

const asvs = [...asvsPage.matchAll(/^\| (\d+\.\d.*) \|.*\| ([\w/* ]+) \|.*\|(.*)\|$/gm)].map(
  ([, no = '', state = '', proof = '']) => ({
    no: no.trim(),
    numbers: numbersIn(no.trim()),
    state: state.replaceAll('*', '').trim().toLowerCase(),
    proof,
    isRead: proof.startsWith(' by reading: `'),
  }),
)

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

  it('on ASVS names the test that fails without what it says is met, or says that it is by reading', () => {
    expect(asvs.length).toBeGreaterThan(150)
    const met = asvs.filter(({ state }) => state === 'met')
    expect(met.filter(({ proof, isRead }) => !isRead && !proof.includes('.test.ts`'))).toEqual([])
  })

  it('on ASVS counts right', () => {
    const count = (rows: typeof asvs): number => rows.reduce((sum, { numbers }) => sum + numbers, 0)
    const of = (state: string) => asvs.filter((row) => row.state === state)
    const read = count(of('met').filter(({ isRead }) => isRead))
    expect(asvsPage).toContain(`All ${count(asvs)} requirements of levels 1 and 2 in the chapters that apply`)
    expect(asvsPage).toContain(
      `**${count(of('met'))} met (${read} of them by reading), ${count(of('partly'))} partly, ${count(of('not met'))} not met**, ${count(of('n/a'))} that do not apply.`,
    )
  })
})

it('.env.example names every variable that can be set', () => {
  const page = readFileSync(join(root, '.env.example'), 'utf8')
  const named = new Set([...page.matchAll(/\b[A-Z][A-Z_\d]+\b/g)].map(([name]) => name))
  expect(VARIABLES.length).toBeGreaterThan(40)
  expect(VARIABLES.filter((name) => !named.has(name))).toEqual([])
})
