import { importColumns, type ImportKind } from '@carewatch/contracts/http/import'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleMinus,
  IconCirclePlus,
  IconFileTypeCsv,
  IconPencil,
} from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FoundList } from '../../ui/controls/FoundList.tsx'
import { DoubtfulImei } from '../../ui/devices/DoubtfulImei.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Counts } from '../../ui/page/Counts.tsx'
import { Pager } from '../../ui/page/Pager.tsx'
import { saveAccount } from './files.ts'
import type { Line, Outcome } from './work.ts'

const outcomeIcons: Record<Outcome, typeof IconAlertTriangle> = {
  INVALID: IconAlertTriangle,
  NEW: IconCirclePlus,
  CHANGED: IconPencil,
  SAME: IconCircleMinus,
  TWICE: IconCircleMinus,
}
const order: readonly Outcome[] = ['INVALID', 'NEW', 'CHANGED', 'SAME', 'TWICE']
const PAGE = 25

function OutcomeOf({ answered }: Line) {
  const { outcome, problems, changes, isDoubtful } = answered
  const Icon = outcomeIcons[outcome]
  return (
    <>
      <Icon size={18} aria-hidden style={{ verticalAlign: '-0.2em' }} />{' '}
      <FormattedMessage id={`import.outcome.${outcome}`} />
      {changes.length > 0 ? (
        <>
          {': '}
          <Ltr>{changes.join(', ')}</Ltr>
        </>
      ) : null}
      {Object.entries(problems).map(([column, problem]) => (
        <Text key={column} component="span" display="block" size="sm" c="red">
          {column === 'row' ? null : (
            <>
              <Ltr>{column}</Ltr>:{' '}
            </>
          )}
          {problem}
        </Text>
      ))}
      {isDoubtful ? <DoubtfulImei /> : null}
    </>
  )
}

/** By what a reader knows the row: each text in its own direction. */
function RowTitle({ kind, line: { cells } }: { kind: ImportKind; line: Line }) {
  const named = importColumns[kind].slice(0, 2).filter((column) => cells[column] !== undefined)
  if (named.length === 0) return <>—</>
  return named.map((column, index) => (
    <span key={column}>
      {index > 0 ? ' ' : null}
      <bdi style={{ overflowWrap: 'anywhere' }}>{cells[column]}</bdi>
    </span>
  ))
}

const countOf = (lines: readonly Line[], outcome: Outcome): number =>
  lines.filter(({ answered }) => answered.outcome === outcome).length

const tones = { INVALID: 'critical', TWICE: 'caution' } as const

type Props = { kind: ImportKind; lines: readonly Line[] }

function SaveAccount({ lines }: Pick<Props, 'lines'>) {
  const intl = useIntl()
  const save = () =>
    saveAccount(lines, {
      titles: (['import.line', 'import.outcome', 'import.why'] as const).map((id) =>
        intl.formatMessage({ id }),
      ),
      outcome: ({ answered }) => intl.formatMessage({ id: `import.outcome.${answered.outcome}` }),
    })
  return (
    <Button variant="default" leftSection={<IconFileTypeCsv size={18} aria-hidden />} onClick={save}>
      <FormattedMessage id="list.csv" />
    </Button>
  )
}

/** Each row with what would become of it, or became: those that need somebody first. */
export function Outcomes({ kind, lines }: Props) {
  const intl = useIntl()
  const [only, setOnly] = useState<Outcome | 'ALL'>('ALL')
  const [page, setPage] = useState(1)
  const shown = lines
    .filter(({ answered }) => only === 'ALL' || answered.outcome === only)
    .toSorted((one, other) => order.indexOf(one.answered.outcome) - order.indexOf(other.answered.outcome))
  const present = order.filter((outcome) => countOf(lines, outcome) > 0)
  return (
    <>
      <Counts
        counts={present.map((outcome) => ({
          label: `import.outcome.${outcome}` as const,
          n: countOf(lines, outcome),
          ...(outcome in tones && { tone: tones[outcome as keyof typeof tones] }),
        }))}
      />
      <Group justify="space-between" align="end">
        <NativeSelect
          label={intl.formatMessage({ id: 'import.show' })}
          value={only}
          data={(['ALL', ...present] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `import.outcome.${value}` }),
          }))}
          onChange={({ currentTarget: { value } }) => {
            // Safe: one of the choices above.
            setOnly(value as Outcome | 'ALL')
            setPage(1)
          }}
        />
        <SaveAccount lines={lines} />
      </Group>
      <FoundList
        label={intl.formatMessage({ id: 'import.rows' })}
        found={shown.slice((page - 1) * PAGE, page * PAGE).map((line) => ({
          key: String(line.line),
          title: <RowTitle kind={kind} line={line} />,
          facts: [
            { id: 'line', shown: <FormattedMessage id="importDevices.line" values={{ n: line.line }} /> },
            { id: 'outcome', shown: <OutcomeOf {...line} /> },
          ],
          action: null,
        }))}
      />
      <Pager total={shown.length} size={PAGE} page={page} onPage={setPage} />
    </>
  )
}
