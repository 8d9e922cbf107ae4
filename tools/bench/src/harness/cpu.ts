import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

type Process = { parent: number; ticks: number }

/** Of `/proc/<pid>/stat`, after the name in brackets: parent 2nd, then utime, stime and those of reaped children. */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + (fields[place] ?? 0), 0)
    return { parent: fields[1] ?? 0, ticks }
  } catch {
    // It ended while we looked.
    return undefined
  }
}

function processes(): Map<number, Process> {
  const all = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined
    if (found) all.set(Number(name), found)
  }
  return all
}

function isBelow(all: ReadonlyMap<number, Process>, pid: number, root: number): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent)
    if (at === root) return true
  return false
}

const ticksBelow = (all: ReadonlyMap<number, Process>, root: number): number =>
  [...all].reduce((sum, [pid, { ticks }]) => (isBelow(all, pid, root) ? sum + ticks : sum), 0)

/** Ticks that all cores together were busy since the machine started. */
function busyTicks(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [, user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = line.split(/\s+/).map(Number)
  return user + nice + system + irq + soft + steal
}

/** Cores by part, and those that nobody of ours used: the run is worth as much as the machine was ours. */
export type Cores = { parts: Record<string, number>; others: number; seconds: number }

const isLinux = process.platform === 'linux'

/** Begins to watch who uses the machine; the answer ends it. Elsewhere than on Linux nobody knows. */
export function watchCores(parts: Record<string, number>): () => Cores {
  if (!isLinux) return () => ({ parts: {}, others: 0, seconds: 0 })
  const look = () => {
    const all = processes()
    return {
      at: performance.now(),
      busy: busyTicks(),
      ours: ticksBelow(all, process.pid),
      parts: Object.entries(parts).map(([name, pid]): [string, number] => [name, ticksBelow(all, pid)]),
    }
  }
  const before = look()
  return () => {
    const after = look()
    const seconds = (after.at - before.at) / 1_000
    const cores = (ticks: number) => Math.max(0, ticks / TICKS_A_SECOND / seconds)
    const used = after.parts.map(([name, ticks], index): [string, number] => [
      name,
      cores(ticks - (before.parts[index]?.[1] ?? 0)),
    ])
    return {
      seconds,
      parts: Object.fromEntries(used),
      others: cores(after.busy - before.busy - (after.ours - before.ours)),
    }
  }
}

export const coresText = ({ parts, others }: Cores): string =>
  [...Object.entries(parts), ['others', others] as const]
    .map(([name, cores]) => `${name} ${cores.toFixed(2)}`)
    .join(', ')
