import { execFileSync } from 'node:child_process'

export type Ancestor = { pid: number; command: string }

/** The program itself, or a script of its name run by node: a shell that only names it in a command may well end before it. */
const PACKAGE_MANAGER = /^(\S*\/)?(node (\S*\/)?)?(npx|npm|pnpm)([ .-]|$)/

/** The parent first, up to the topmost npx or pnpm: between them and us stand shells that outlive them. */
export function untilPackageManager(ancestors: readonly Ancestor[]): number[] {
  const top = ancestors.findLastIndex(({ command }) => PACKAGE_MANAGER.test(command))
  return ancestors.slice(0, Math.max(top, 0) + 1).map(({ pid }) => pid)
}

const ask = (field: string, pid: number): string =>
  execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()

/** The processes that started this one; where `ps` cannot say, its parent alone. */
export function ancestors(): number[] {
  const all: Ancestor[] = []
  try {
    for (let pid = process.ppid; pid > 1; pid = Number(ask('ppid', pid)))
      all.push({ pid, command: ask('args', pid) })
  } catch {
    return [process.ppid]
  }
  return untilPackageManager(all)
}
