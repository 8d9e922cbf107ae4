import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '../languages.ts'

/** Languages that must be complete; the others are listed with what they miss and stand in English meanwhile. */
const COMPLETE = ['en', 'iw'] as const
const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['contracts/src/messages', 'web/src/i18n']

/** A brace that opens an argument, not the text of one case of a plural: languages differ in their cases. */
const ARGUMENT = /(?<!(?:zero|one|two|few|many|other|=\d+)\s*)\{\s*(\w+)/g

/** The arguments a message takes, in one order: a translation must take the same. */
const argumentsOf = (text: string): string => {
  const names = [...text.matchAll(ARGUMENT)].map(([, name = '']) => name)
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b)).join()
}

async function read(folder: string, language: string): Promise<Record<string, string>> {
  const parsed: unknown = JSON.parse(await readFile(join(ROOT, folder, `${language}.json`), 'utf8'))
  // Safe: a dictionary is a flat object of texts; anything else fails the comparison below.
  return parsed as Record<string, string>
}

let failed = false
for (const folder of FOLDERS) {
  const english = await read(folder, 'en')
  const ids = Object.keys(english)
  for (const language of languages) {
    const texts = await read(folder, language)
    const missing = ids.filter((id) => !texts[id])
    const unknown = Object.keys(texts).filter((id) => !(id in english))
    const malformed = ids.filter(
      (id) => texts[id] && argumentsOf(texts[id]) !== argumentsOf(english[id] ?? ''),
    )
    const mustBeComplete = (COMPLETE as readonly string[]).includes(language)
    if (unknown.length || malformed.length || (missing.length && mustBeComplete)) {
      failed = true
      console.error(
        `${folder}/${language}: missing ${missing.join()}; unknown ${unknown.join()}; other arguments ${malformed.join()}`,
      )
    } else if (missing.length) {
      console.log(`${folder}/${language}: ${missing.length} of ${ids.length} not translated yet`)
    }
  }
}
if (failed) process.exitCode = 1
