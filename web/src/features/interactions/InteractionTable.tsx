import type { Interactions } from '@carewatch/contracts/http/interactions'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { Clock } from '../../ui/figures/Clock.tsx'
import { Scroll } from '../../ui/page/Scroll.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Who } from '../../ui/people/Who.tsx'

export type InteractionRow = Omit<Interactions['latestInteraction'][string], 'facts'>

/** Of whom nobody knows where they are, no room is named: the one of the gateway that heard them is only next door. */
const Where = ({ room, unknown }: InteractionRow) =>
  unknown ? <FormattedMessage id={`beacons.unknown.${unknown}`} /> : <bdi>{room?.name ?? '—'}</bdi>

type Props<Row extends InteractionRow> = {
  title: MessageId
  column: MessageId
  rows: Record<string, Row>
  show: (row: Row) => ReactNode
}

/** What some beacons reported last, the newest first. */
export function InteractionTable<Row extends InteractionRow>({ title, column, rows, show }: Props<Row>) {
  const intl = useIntl()
  const sorted = Object.values(rows).toSorted((a, b) => b.updationTime.getTime() - a.updationTime.getTime())
  const heads: readonly MessageId[] = ['interactions.beacon', column, 'blt.room', 'interactions.gateway']
  return (
    <Section title={title}>
      {sorted.length === 0 ? <FormattedMessage id="interactions.nothing" /> : null}
      {sorted.length > 0 ? (
        <Scroll label={intl.formatMessage({ id: title })}>
          <table style={{ minInlineSize: '36rem' }}>
            <thead>
              <tr>
                {heads.map((id) => (
                  <th key={id} scope="col">
                    <FormattedMessage id={id} />
                  </th>
                ))}
                <th scope="col">
                  <FormattedMessage id="interactions.updated" />
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((row) => (
                <tr key={row.uuid}>
                  <td>
                    <Who wearer={row.wearer} name={(row.wearer ?? row.device ?? row).name} />
                  </td>
                  <td>{show(row)}</td>
                  <td>
                    <Where {...row} />
                  </td>
                  <td>
                    <bdi>{row.gateway?.name ?? '—'}</bdi>
                  </td>
                  <td>
                    <Clock at={row.updationTime} /> · <Age at={row.updationTime} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </Section>
  )
}
