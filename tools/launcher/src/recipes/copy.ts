import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../env.ts'

export type Ran = { isGood: boolean; output: string }

/** The files of this work tree in a folder of their own, installed; what is tried there is gone with it. */
export async function copyOfTheProject() {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-recipe-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const path of listed.split('\0').filter((one) => one !== '' && existsSync(join(ROOT, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  // Some tools ask git which files there are.
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['add', '--all'], { cwd: folder })

  /** Runs a program there to its end. */
  async function run(env: Record<string, string>, program: string, ...words: string[]): Promise<Ran> {
    const child = spawn(program, words, { cwd: folder, env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return { isGood: code === 0, output }
  }

  const installed = await run({ CI: 'true' }, 'npx', '--yes', 'pnpm@12', 'install', '--frozen-lockfile')
  if (!installed.isGood) throw new Error(`The copy could not be installed:\n${installed.output}`)

  return {
    run,
    read: (path: string): string => readFileSync(join(folder, path), 'utf8'),
    write: (path: string, text: string): void => writeFileSync(join(folder, path), text),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

export type Copy = Awaited<ReturnType<typeof copyOfTheProject>>

/** Puts some lines before the only place where a file has this text. */
export function insertBefore(
  copy: Copy,
  path: string,
  { place, lines }: { place: string; lines: string },
): void {
  const [before, after, ...more] = copy.read(path).split(place)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${path} does not have ${JSON.stringify(place)} once`)
  copy.write(path, `${before}${lines}${place}${after}`)
}

type Texts = Readonly<Record<string, string>>

/** Puts texts into a dictionary. */
export function addTexts(copy: Copy, path: string, texts: Texts): void {
  // Safe: dictionaries are flat.
  const known = JSON.parse(copy.read(path)) as Texts
  copy.write(path, `${JSON.stringify({ ...known, ...texts }, null, 2)}\n`)
}
