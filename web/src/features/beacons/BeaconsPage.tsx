import {
  allEntities,
  configureEntity,
  deleteEntity,
  type Beacon,
  newBeacon,
  updateEntity,
} from '@carewatch/contracts/http/blt-entities'
import { Button } from '@mantine/core'
import { IconPlus, IconBluetooth } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndTell, doAndTell } from '../../ui/done.ts'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/Page.tsx'
import { PlaceFilters } from '../../ui/PlaceFilters.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { columns } from './columns.tsx'
import type { BeaconSearch } from './search.ts'

type Props = {
  beacons: readonly Beacon[]
  total: number
  search: BeaconSearch
  onSearch: (search: BeaconSearch) => void
}

const setActive = ({ uuid, updatedAt }: Beacon, isActive: boolean) =>
  doAndTell('done.statusChanged', () =>
    call(updateEntity, { params: { uuid }, body: { isActive, updatedAt } }),
  )

function Actions({ beacon }: { beacon: Beacon }) {
  const may = useMay()
  const { uuid, name, macAddress: mac, isActive } = beacon
  return (
    <RowMenu
      of={name}
      actions={[
        { label: 'action.details', run: () => openDialog('entityDetails', { mac }) },
        may(updateEntity) && {
          label: 'action.edit',
          run: () => openDialog('addBLTEntity', { type: 'BEACON', mac }),
        },
        may(configureEntity) && {
          label: 'blt.configure',
          run: () => openDialog('configureBLTEntity', { mac }),
        },
        may(updateEntity) && {
          label: isActive ? 'action.deactivate' : 'action.activate',
          run: () => void setActive(beacon, !isActive),
        },
        may(deleteEntity) && {
          label: 'action.delete',
          isDangerous: true,
          run: () => void deleteAndTell(() => call(deleteEntity, { params: { uuid } })),
        },
      ]}
    />
  )
}

export function BeaconsPage({ beacons, total, search, onSearch }: Props) {
  const may = useMay()
  const add = may(newBeacon) ? (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => openDialog('addBLTEntity', { type: 'BEACON' })}
    >
      <FormattedMessage id="beacons.add" />
    </Button>
  ) : null
  return (
    <Page title="menu.beacons" actions={add}>
      <List
        name="beacons"
        rows={beacons}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        searchLabel="blt.search"
        filters={<PlaceFilters {...search} onPick={(place) => onSearch(turned(search, place))} />}
        ask={async (place) => {
          const answer = await call(allEntities, { query: { ...search, ...place, entityType: 'BEACON' } })
          return { rows: answer.beacons, total: answer.totals.beacons }
        }}
        onOpen={({ macAddress }) => openDialog('entityDetails', { mac: macAddress })}
        actions={(beacon) => <Actions beacon={beacon} />}
        totalLabel="beacons.total"
        empty={{
          title: 'beacons.empty',
          why: 'beacons.emptyWhy',
          icon: <IconBluetooth aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
