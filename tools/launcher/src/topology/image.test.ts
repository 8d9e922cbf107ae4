import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../env.ts'
import { packageFolders } from '../packages.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const patterns = read('.dockerignore').trim().split('\n')

/** A folder that is left out takes what is in it along. */
const isLeftOut = (path: string): boolean =>
  path !== '.' && (patterns.some((pattern) => matchesGlob(path, pattern)) || isLeftOut(dirname(path)))

const PROGRAMS = [
  ...['broker', 'api', 'rules-engine', 'migrations', 'tools/admin'].map((folder) => `${folder}/src/main.ts`),
  'migrations/src/wait.ts',
  'tools/admin/src/certificates/main.ts',
  'deploy/healthy.sh',
  'deploy/supervise.sh',
]
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
const folderOf = new Map(packageFolders(ROOT).map((folder) => [folder.split('/').at(-1), folder]))

/** Where an import of ours leads; a library's leads nowhere. */
function targetOf(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(path), name)
  const [, wanted, within] = /^@carewatch\/([\w-]+)\/(.+)$/.exec(name) ?? []
  return wanted && `${folderOf.get(wanted)}/src/${within}${within?.endsWith('.json') ? '' : '.ts'}`
}

/** Every file of ours that the programs are made of. */
function filesOfPrograms(): string[] {
  const seen = new Set<string>()
  const open = [...PROGRAMS]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const [, name = ''] of read(path).matchAll(IMPORT)) open.push(targetOf(path, name) ?? path)
  }
  return [...seen]
}

describe('the image', () => {
  it.each([
    '.git/config',
    '.env',
    '.data/secrets.json',
    'certs/key.pem',
    'deploy/secrets/jwt_secret',
    'tuesday.backup',
    'backups/carewatch-2026-11-27T02-30-00.backup.age',
    'backups/carewatch.key',
    'maps/streets.pmtiles',
    'credentials.csv',
    'api/node_modules/x.js',
    'api/src/app.int.test.ts',
    'api/src/testing/harness.ts',
    'broker/src/testing.ts',
    'platform/src/database/testing-line.ts',
    'tools/simulator/journeys/sos.test.ts',
    'devices/recorded/README.md',
  ])('holds nothing of %s', (path) => {
    expect(isLeftOut(path)).toBe(true)
  })

  it('holds whatever its programs are made of, and nothing of that is for tests', () => {
    const files = filesOfPrograms()
    expect(files.length).toBeGreaterThan(800)
    expect(files.filter((path) => !existsSync(join(ROOT, path)) || isLeftOut(path))).toEqual([])
  })
})
