import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Case, CaseFile } from '@carewatch/devices/testing/case'
import { type View, wrongIn } from './view.ts'
import { views } from './views/index.ts'

/** `decode FILE`: reads each recorded message of a file by the codec of its format and says whether it means what the file says. */
const [file] = process.argv.slice(2)
const USAGE = 'decode FILE: takes a file of cases, { "format": …, "cases": [ … ] }'
if (file === '--help') {
  process.stdout.write(`${USAGE}; the formats are ${Object.keys(views).join(', ')}\n`)
  process.exit(0)
}
if (!file) fail(USAGE)
const parsed = CaseFile.safeParse(read(file))
if (!parsed.success)
  fail(`${file}: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`)
const { format, cases } = parsed.data
const view = Object.hasOwn(views, format) ? views[format] : undefined
if (!view) fail(`${file}: no codec reads the format ${format}`)
process.exitCode = cases.filter((one) => !isPassed(one, view)).length === 0 ? 0 : 1

function isPassed(one: Case, of: View): boolean {
  const wrong = wrongIn(one, of)
  process.stdout.write(wrong.length === 0 ? `pass ${one.id}\n` : `FAIL ${one.id} ${wrong.join(' ')}\n`)
  return wrong.length === 0
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(process.env.INIT_CWD ?? '', path), 'utf8'))
  } catch (error) {
    return fail(`${path}: ${(error as Error).message}`)
  }
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}
