import type { Stay } from '@carewatch/contracts/http/rooms'
import { Table } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { roughDuration } from '../../ui/figures/duration.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { Section } from '../../ui/page/Section.tsx'

/** In which rooms a beacon was lately, and for how long. */
export function Stays({ stays }: { stays: readonly Stay[] }) {
  const intl = useIntl()
  const now = useNow()
  if (stays.length === 0) return null
  return (
    <Section title="beacons.stays">
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {stays.map(({ room, unknown, since, until }) => (
            <Table.Tr key={since.getTime()}>
              <Table.Th scope="row">
                {room ? (
                  <bdi>{room.name}</bdi>
                ) : (
                  <FormattedMessage id={unknown ? `beacons.unknown.${unknown}` : 'beacons.away'} />
                )}
              </Table.Th>
              <Table.Td>
                <Moment at={since} />
              </Table.Td>
              <Table.Td>
                {roughDuration(intl, Math.max(0, ((until ?? now).getTime() - since.getTime()) / 1_000))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
