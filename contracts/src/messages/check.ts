import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Language, languages } from '../languages.ts'
import { type Dictionary, type Fault, faultsOf } from './comparison.ts'
import { wordFaults } from './glossary.ts'
import { usedIds } from './usage.ts'

type Folder = { path: string; complete: readonly Language[] }

/** What is missing in a language that need not be complete is only listed, and stands in English meanwhile. */
const FOLDERS: readonly Folder[] = [
  { path: 'contracts/src/messages', complete: languages },
  { path: 'web/src/i18n', complete: languages },
  { path: 'web/src/i18n/guide', complete: languages },
]
const ROOT = join(import.meta.dirname, '../../..')
const Texts = z.record(z.string(), z.string())

const read = async (folder: string, language: Language): Promise<Dictionary> =>
  Texts.parse(JSON.parse(await readFile(join(ROOT, folder, `${language}.json`), 'utf8')))

function complain(dictionary: string, faults: readonly Fault[]): void {
  for (const [problem, found = []] of Object.entries(Object.groupBy(faults, (fault) => fault.problem)))
    console.error(`${dictionary}: ${problem}: ${found.map(({ id }) => id).join(', ')}`)
  if (faults.length) process.exitCode = 1
}

for (const { path, complete } of FOLDERS) {
  const english = await read(path, 'en')
  for (const language of languages) {
    const texts = await read(path, language)
    const faults = [...faultsOf(language, texts, english), ...wordFaults(language, texts, english)]
    const awaited = complete.includes(language) ? [] : faults.filter(({ problem }) => problem === 'missing')
    complain(
      `${path}/${language}`,
      faults.filter((fault) => !awaited.includes(fault)),
    )
    if (awaited.length)
      console.log(
        `${path}/${language}: ${awaited.length} of ${Object.keys(english).length} not translated yet`,
      )
  }
}

/** What no screen asks for any more is translated for nobody. */
async function complainOfUnused(): Promise<void> {
  const sources: string[] = []
  for await (const path of glob('web/src/**/*.{ts,tsx}', { cwd: ROOT }))
    sources.push(await readFile(join(ROOT, path), 'utf8'))
  const isUsed = usedIds(sources)
  for (const path of ['web/src/i18n', 'web/src/i18n/guide']) {
    const unused = Object.keys(await read(path, 'en')).filter((id) => !isUsed(id))
    complain(
      `${path}/en`,
      unused.map((id) => ({ id, problem: 'unused' })),
    )
  }
}
await complainOfUnused()
