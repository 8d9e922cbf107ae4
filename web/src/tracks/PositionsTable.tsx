import { ScrollArea, Table } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Moment } from '../ui/figures/Moment.tsx'
import { Coordinates } from './Coordinates.tsx'
import type { Track } from './days.ts'
import { Metres } from './Metres.tsx'

const MOST_ROWS = 500

const columns = ['time', 'coordinates', 'accuracy', 'source'] as const

/** The track as figures: what the map shows, for whoever does not see it. */
export function PositionsTable({ positions }: { positions: Track['positions'] }) {
  const intl = useIntl()
  return (
    <ScrollArea.Autosize
      mah="24rem"
      viewportProps={{
        tabIndex: 0,
        role: 'region',
        'aria-label': intl.formatMessage({ id: 'location.positions' }, { n: positions.length }),
      }}
    >
      <Table stickyHeader captionSide="bottom">
        <Table.Caption>
          <FormattedMessage id="location.positions" values={{ n: positions.length }} />
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name} scope="col">
                <FormattedMessage id={`location.${name}`} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {positions.slice(-MOST_ROWS).map((position) => (
            <Table.Tr key={position.time.getTime()}>
              <Table.Th scope="row" fw={400}>
                <Moment at={position.time} />
              </Table.Th>
              <Table.Td>
                <Coordinates at={position} />
                {position.hidden ? (
                  <>
                    {' '}
                    <FormattedMessage id="location.implausible" />
                  </>
                ) : null}
              </Table.Td>
              <Table.Td>{position.accuracy === null ? '—' : <Metres value={position.accuracy} />}</Table.Td>
              <Table.Td>
                <FormattedMessage id={`location.source.${position.source}`} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
