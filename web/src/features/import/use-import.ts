import { IMPORT_FILE_ROWS, type ImportColumn, type ImportKind } from '@carewatch/contracts/http/import'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { readRows } from './read-rows.ts'
import { readTable, type TableFault } from './read-table.ts'
import { columnWords } from './words.ts'
import { bring, isToDo, type Line, lookAt, withoutTwice } from './work.ts'

export type Fault = { why: TableFault } | { missing: readonly ImportColumn[] } | { count: number }
/** `looking`, `bringing`: so many rows of how many are done. `stopped`: it was not done to its end. */
export type State =
  | { at: 'start'; fault: Fault | null }
  | { at: 'looking' | 'bringing'; n: number; of: number }
  | { at: 'looked'; lines: Line[]; unknown: readonly string[] }
  | { at: 'done'; lines: Line[]; left: number }

/** A file on its way: read, looked at, brought. */
export function useImport(kind: ImportKind) {
  const intl = useIntl()
  const [state, setState] = useState<State>({ at: 'start', fault: null })

  async function pick(file: File): Promise<void> {
    setState({ at: 'looking', n: 0, of: 1 })
    const table = await readTable(file)
    if (typeof table === 'string') return setState({ at: 'start', fault: { why: table } })
    const { rows, unknown, missing } = readRows(table, kind, columnWords(intl))
    if (missing.length > 0) return setState({ at: 'start', fault: { missing } })
    const count = rows.length
    if (count === 0 || count > IMPORT_FILE_ROWS) return setState({ at: 'start', fault: { count } })
    const looked: Line[] = []
    const onDone = (lines: readonly Line[]) => {
      looked.push(...lines)
      setState({ at: 'looking', n: looked.length, of: count })
    }
    const isDone = await attempt(async () => {
      await lookAt(rows, { kind, onDone })
      return true
    })
    setState(isDone ? { at: 'looked', lines: withoutTwice(looked), unknown } : { at: 'start', fault: null })
  }

  async function apply(lines: readonly Line[]): Promise<void> {
    const wanted = lines.filter(isToDo)
    const done: Line[] = []
    const onDone = (part: readonly Line[]) => {
      done.push(...part)
      setState({ at: 'bringing', n: done.length, of: wanted.length })
    }
    setState({ at: 'bringing', n: 0, of: wanted.length })
    await attempt(() => bring(wanted, { kind, onDone }))
    const others = lines.filter((line) => !isToDo(line))
    setState({ at: 'done', lines: [...done, ...others], left: wanted.length - done.length })
  }

  return { state, pick, apply, again: () => setState({ at: 'start', fault: null }) }
}
