import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'

const DIST = join(import.meta.dirname, '../../../../web/dist')
const REFERRED = /(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g
const IMPORTED = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g

const read = (name: string): Buffer => readFileSync(join(DIST, name))
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])

/** Everything the browser must have before the first page can work: what the page names, and what that imports. */
function firstPageFiles(): string[] {
  const files = new Set<string>(['index.html'])
  const open = found(read('index.html').toString(), REFERRED)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (files.has(name) || !existsSync(join(DIST, name))) continue
    files.add(name)
    if (name.endsWith('.js'))
      open.push(...found(read(name).toString(), IMPORTED).map((one) => `assets/${one}`))
  }
  return [...files]
}

export async function firstPageRows({ progress }: Bench): Promise<Figure[]> {
  progress('first page')
  if (!existsSync(join(DIST, 'index.html')))
    return [
      {
        name: 'first page, gzip',
        unit: 'kB',
        value: Number.NaN,
        limits: [],
        target: { most: 350 },
        note: 'web/dist is not built',
      },
    ]

  const sizes = firstPageFiles().map((name) => ({
    name: basename(name),
    kB: gzipSync(read(name)).length / 1_000,
  }))
  const largest = sizes.toSorted((one, other) => other.kB - one.kB).slice(0, 3)
  return [
    {
      name: 'first page, gzip: page, styles and the scripts it cannot start without',
      unit: 'kB',
      value: sizes.reduce((sum, { kB }) => sum + kB, 0),
      limits: [],
      target: { most: 350 },
      note: `${sizes.length} files, largest ${largest.map(({ name, kB }) => `${name} ${kB.toFixed(0)}`).join(', ')}; fonts and the chunk of the chosen page come after`,
    },
  ]
}
