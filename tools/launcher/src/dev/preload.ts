import { once } from 'node:events'
import { open } from 'node:inspector'
import { flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { type Imported, isLibrary, isOurs, libraryKey, type Preload, PRELOAD_VARIABLE } from './imports.ts'

/**
 * Runs in each service before its program (`node --import`). It tells the launcher what the program imports, loads the libraries that the
 * process before it needed, and then waits until that one has ended.
 */
const ROOT = join(import.meta.dirname, '../../../..')
// Safe: the launcher writes it.
const { libraries, inspectorPort } = JSON.parse(process.env[PRELOAD_VARIABLE] ?? '{}') as Preload
const known = new Map(libraries)

const unsent: Imported = { files: [], libraries: [] }
const options = new Set<string>()

function sendLater(): void {
  if (unsent.files.length + unsent.libraries.length > 1) return
  setImmediate(() => {
    if (process.connected) process.send?.(unsent)
    unsent.files = []
    unsent.libraries = []
  })
}

function note(key: string | undefined, url: string): void {
  const name = isLibrary(url) ? key : url
  if (name === undefined || options.has(name)) return
  if (isOurs(ROOT, url)) unsent.files.push(url)
  else if (key !== undefined && isLibrary(url)) unsent.libraries.push([key, url])
  else return
  options.add(name)
  sendLater()
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const key = libraryKey(ROOT, context.parentURL ?? '', specifier)
    const url = key && known.get(key)
    // Node reads the library's package.json anew for each import: of some libraries that takes milliseconds.
    if (url) {
      note(key, url)
      return { url, shortCircuit: true }
    }
    const found = nextResolve(specifier, context)
    note(key, found.url)
    return found
  },
})

const COMPILED_AFTER_MS = 3_000

const start = once(process, 'message')
const leave = (): never => process.exit(0)
process.once('disconnect', leave)
for (const url of known.values()) await import(url).catch(() => {})
await start
process.off('disconnect', leave)
if (inspectorPort !== undefined) open(inspectorPort, '127.0.0.1')
// Node writes the cache when a process ends by itself, and a restart may kill it.
setTimeout(flushCompileCache, COMPILED_AFTER_MS).unref()
