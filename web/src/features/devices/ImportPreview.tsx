import { isDoubtfulImei } from '@carewatch/contracts/check-digit'
import { type importDevices, type importOutcomes } from '@carewatch/contracts/http/device-import'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleMinus, IconCirclePlus } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FoundList } from '../../ui/controls/FoundList.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { DoubtfulImei } from '../../ui/devices/DoubtfulImei.tsx'
import type { ListRow } from './read-list.ts'

type Answer = Reply<typeof importDevices>
type Outcome = (typeof importOutcomes)[number]

const icons: Record<Outcome, typeof IconAlertTriangle> = {
  NEW: IconCirclePlus,
  EXISTS: IconCircleMinus,
  TWICE: IconCircleMinus,
  INVALID: IconAlertTriangle,
}

type Row = { row: Answer['rows'][number]; imei: string | undefined }

function RowOutcome({ row: { outcome, problems }, imei }: Row) {
  const Icon = icons[outcome]
  return (
    <>
      <Icon size={18} aria-hidden style={{ verticalAlign: '-0.2em' }} />{' '}
      <FormattedMessage id={`importDevices.${outcome}`} />
      {Object.entries(problems).map(([column, problem]) => (
        <Text key={column} component="span" display="block" size="sm" c="red">
          <Ltr>{column}</Ltr> {problem}
        </Text>
      ))}
      {outcome === 'NEW' && isDoubtfulImei(imei ?? '') ? <DoubtfulImei /> : null}
    </>
  )
}

type Props = { rows: readonly ListRow[]; answer: Answer; isSending: boolean; onApply: () => void }

/** Each row of the list with what would become of it, those that need somebody first. */
export function ImportPreview({ rows, answer, isSending, onApply }: Props) {
  const intl = useIntl()
  const results = answer.rows.map((row, index) => ({ row, given: rows[index], line: index + 2 }))
  const count = (wanted: Outcome) => results.filter(({ row }) => row.outcome === wanted).length
  const isWrong = ({ row }: (typeof results)[number]) => Number(row.outcome === 'INVALID')
  const ordered = results.toSorted((one, other) => isWrong(other) - isWrong(one))
  const created = count('NEW')
  return (
    <>
      <Text component="output" fw={600}>
        <FormattedMessage
          id="importDevices.summary"
          values={{ created, kept: count('EXISTS') + count('TWICE'), wrong: count('INVALID') }}
        />
      </Text>
      <FoundList
        label={intl.formatMessage({ id: 'importDevices.preview' })}
        found={ordered.map(({ row, given, line }) => ({
          key: String(line),
          title: (
            <>
              <Ltr>{given?.imei ?? '—'}</Ltr> <bdi>{given?.name ?? '—'}</bdi>
            </>
          ),
          facts: [
            { id: 'line', shown: <FormattedMessage id="importDevices.line" values={{ n: line }} /> },
            { id: 'outcome', shown: <RowOutcome row={row} imei={given?.imei} /> },
          ],
          action: null,
        }))}
      />
      <Group justify="flex-end">
        <Button disabled={created === 0} loading={isSending} onClick={onApply}>
          <FormattedMessage id="importDevices.apply" values={{ n: created }} />
        </Button>
      </Group>
    </>
  )
}
