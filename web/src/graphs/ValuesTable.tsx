import type { MetricName } from '@carewatch/contracts/metrics'
import { ScrollArea, Table } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Measured } from '../ui/figures/Measured.tsx'
import { isWorthlessAt } from '../vitals/history.ts'
import type { Point } from '../vitals/series.ts'
import type { Span } from '../vitals/span.ts'

const MOST_ROWS = 200
const TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export type Line = { name: MetricName; points: readonly Point[] }

type Props = { lines: readonly Line[]; caption: string; worthless: readonly Span[] }

/** The same readings as figures: for screen readers, and for whoever wants to know exactly. */
export function ValuesTable({ lines, caption, worthless }: Props) {
  const intl = useIntl()
  const byTime = lines.map(({ points }) => new Map(points.map(({ time, value }) => [time.getTime(), value])))
  const times = [...new Set(byTime.flatMap((values) => [...values.keys()]))]
    .toSorted((a, b) => b - a)
    .slice(0, MOST_ROWS)
  return (
    <ScrollArea.Autosize mah="22rem" viewportProps={{ tabIndex: 0 }}>
      <Table stickyHeader captionSide="bottom" highlightOnHover>
        <Table.Caption>
          {caption}. <FormattedMessage id="monitoring.tableNote" values={{ n: times.length }} />
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <FormattedMessage id="monitoring.time" />
            </Table.Th>
            {lines.map(({ name }) => (
              <Table.Th key={name} scope="col">
                <FormattedMessage id={`metric.${name}`} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {times.map((time) => (
            <Table.Tr key={time}>
              <Table.Th scope="row" fw={400}>
                <bdi>{intl.formatDate(time, TIME)}</bdi>
              </Table.Th>
              {lines.map(({ name }, index) => (
                <Table.Td key={name}>
                  <Measured name={name} value={byTime[index]?.get(time)} />{' '}
                  {isWorthlessAt(worthless, new Date(time)) ? (
                    <em>
                      <FormattedMessage id="monitoring.worthless" />
                    </em>
                  ) : null}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
