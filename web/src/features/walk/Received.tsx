import type { Walk } from '@carewatch/contracts/http/calibration'
import { Table } from '@mantine/core'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import styles from './Walk.module.css'

const heads = ['walk.gateway', 'walk.times', 'blt.rssi'] as const

/** What each gateway of the branch received of the tag so far; that of the room itself first. */
export function Received({ walk: { room, received } }: { walk: Walk }) {
  const isOwn = (each: Walk['received'][number]) => each.room.uuid === room.uuid
  const inOrder = [...received.filter(isOwn), ...received.filter((each) => !isOwn(each))]
  return (
    <Table verticalSpacing={4} className={styles['received']}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((id) => (
            <Table.Th key={id} scope="col">
              <FormattedMessage id={id} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {inOrder.map((each) => (
          <Table.Tr key={each.gateway.uuid} data-own={isOwn(each)} data-testid="walk-received">
            <Table.Th scope="row">
              <bdi>{each.gateway.name}</bdi>
              <small>
                <bdi>{each.room.name}</bdi>
              </small>
            </Table.Th>
            <Table.Td>
              <FormattedNumber value={each.readings} />
            </Table.Td>
            <Table.Td>{each.rssi === null ? '—' : <Ltr>{`${each.rssi} dBm`}</Ltr>}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
