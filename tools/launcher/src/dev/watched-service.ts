import type { ChildProcess } from 'node:child_process'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endProcess } from '../end-process.ts'
import { openLogFile } from '../logs/log-files.ts'
import type { PartDescription } from '../parts.ts'
import type { Imported } from './imports.ts'
import type { Source } from './log-line.ts'
import { spawnService } from './service-process.ts'
import { createSpareProcess } from './spare-process.ts'

/** A restart waits no longer for the old process: it may be killed at any moment, as in production. */
const END_WITHIN_MS = 500
const LAST_END_WITHIN_MS = 4_000

type Options = PartDescription & {
  /** Absent: it cannot be debugged. */
  inspectorPort: number | undefined
  /** Whether a process waits to take over: worth its memory where a restart is often wanted. */
  hasSpare: boolean
  logs: string
  onLine: (line: string, source: Source) => void
  /** It ended and nobody asked it to. */
  onEnd: (code: number | null) => void
}
/** `replaced`: another start took over before this one was ready. */
export type Outcome = 'ready' | 'ended' | 'replaced'

function openLog(logs: string, name: string): (line: string) => void {
  const file = openLogFile(join(logs, `${name}.log`))
  return (line) => void writeSync(file, `${line}\n`)
}

/** What a service imports, as its processes tell it. */
function createImports() {
  const files = new Set<string>()
  const libraries = new Map<string, string>()
  return {
    files,
    libraries,
    add: (imported: Imported): void => {
      for (const url of imported.files) files.add(fileURLToPath(url))
      for (const [key, url] of imported.libraries) libraries.set(key, url)
    },
  }
}

function prepareProcesses({ name, program, env, logs, inspectorPort, hasSpare, onLine }: Options) {
  const imports = createImports()
  const log = openLog(logs, name)
  const spare = createSpareProcess(() =>
    spawnService({
      program,
      env,
      preload: { libraries: [...imports.libraries], inspectorPort },
      onLine: (line, source) => {
        log(line)
        onLine(line, source)
      },
    }),
  )
  return {
    imports,
    spare,
    prepareSpare: () => hasSpare && spare.prepare(),
    forgetLibraries: () => {
      imports.libraries.clear()
      spare.drop()
    },
  }
}

/** A process of ours that is started anew when a file that it imports is saved; one that ends by itself waits for that. */
export function createWatchedService(options: Options) {
  const { imports, spare, prepareSpare, forgetLibraries } = prepareProcesses(options)
  let running: ChildProcess | undefined
  let isReady = false
  let turn = 0
  const asked = new WeakSet<ChildProcess>()

  function start(): Promise<Outcome> {
    const child = spare.take()
    running = child
    isReady = false
    return new Promise((resolve) => {
      child.on('message', (message: 'ready' | Imported) => {
        if (message !== 'ready') return imports.add(message)
        isReady = true
        resolve('ready')
      })
      child.once('exit', (code) => {
        if (asked.has(child)) return resolve('replaced')
        isReady = false
        options.onEnd(code)
        resolve('ended')
      })
      child.send('start')
    })
  }

  async function end(withinMs: number): Promise<void> {
    turn++
    isReady = false
    if (!running) return
    asked.add(running)
    await endProcess(running, withinMs)
  }

  /** Whoever restarts it again meanwhile takes over. */
  async function restart(): Promise<Outcome> {
    const ended = end(END_WITHIN_MS)
    const mine = turn
    await ended
    return mine === turn ? start() : 'replaced'
  }

  async function stop(): Promise<void> {
    spare.drop()
    await end(LAST_END_WITHIN_MS)
  }

  /** One that does not run may be mended by any save. */
  const needsRestart = (path: string): boolean => !isReady || imports.files.has(path)
  const pid = (): number | undefined => running?.pid

  return { name: options.name, start, restart, stop, prepareSpare, forgetLibraries, needsRestart, pid }
}

export type WatchedService = ReturnType<typeof createWatchedService>
