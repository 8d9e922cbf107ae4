import { type Graphed, graphs } from '@carewatch/contracts/measurements'
import { NativeSelect } from '@mantine/core'
import { atom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import type { History } from '../vitals/history.ts'
import type { Span } from '../vitals/span.ts'
import type { Subject } from '../vitals/subject.ts'
import styles from './ChartCard.module.css'
import { linesAtom } from './lines.ts'
import { pickedOf, Readout, readingText } from './Readout.tsx'
import type { Line } from './ValuesTable.tsx'

const NONE: readonly Span[] = []
const noLines = atom<readonly Line[]>([])

/** What was measured in the same time and is drawn as a line, too. */
const besidesOf = ({ name, graph }: Graphed, { points }: History): readonly Graphed[] =>
  graph === 'line' && name !== 'steps'
    ? graphs.filter(
        (other) =>
          other.graph === 'line' &&
          other.name !== name &&
          other.name !== 'steps' &&
          other.metrics.some((metric) => (points[metric]?.length ?? 0) > 0),
      )
    : []

/** A second vital in the same graph, on a scale of its own. */
export type Beside = {
  plan: Graphed | null
  lines: readonly Line[]
  worthless: readonly Span[]
  choices: readonly Graphed[]
  choose: (name: string) => void
}

export function useBeside(plan: Graphed, subject: Subject, history: History): Beside {
  const [name, choose] = useState('')
  const choices = useMemo(() => besidesOf(plan, history), [plan, history])
  const chosen = choices.find((each) => each.name === name) ?? null
  const lines = useAtomValue(
    useMemo(
      () => (chosen ? linesAtom(subject.deviceUuids, chosen, history) : noLines),
      [subject, chosen, history],
    ),
  )
  const worthless = (chosen && history.worthless[chosen.name]) ?? NONE
  return { plan: chosen, lines, worthless, choices, choose }
}

/** `at` in seconds, as of `pickedOf`. */
export const besideText = (intl: IntlShape, { lines, worthless }: Beside, at: number | null): string =>
  readingText(intl, pickedOf(lines, at), { worthless, ofDay: false })

type ReadoutProps = { beside: Beside; at: number | null; after: number }

export const BesideReadout = ({ beside: { lines, worthless }, at, after }: ReadoutProps) => (
  <Readout picked={pickedOf(lines, at)} worthless={worthless} ofDay={false} isNamed after={after} />
)

/** Which vital stands beside: none at first. */
export function BesideChoice({ beside: { plan, choices, choose } }: { beside: Beside }) {
  const intl = useIntl()
  if (choices.length === 0) return null
  const data = [
    { value: '', label: intl.formatMessage({ id: 'monitoring.besideNone' }) },
    ...choices.map(({ name }) => ({ value: name, label: intl.formatMessage({ id: `metric.${name}` }) })),
  ]
  return (
    <NativeSelect
      className={styles['beside']}
      size="xs"
      aria-label={intl.formatMessage({ id: 'monitoring.beside' })}
      data={data}
      value={plan?.name ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
