import {
  allEntities,
  configureEntity,
  deleteEntity,
  type Beacon,
  newBeacon,
  unknownBeacons,
  updateEntity,
} from '@carewatch/contracts/http/gateways-and-beacons'
import { Button } from '@mantine/core'
import { IconBluetooth, IconEar } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { List } from '../../ui/list/List.tsx'
import type { PlaceSearch } from '../../ui/list/place-search.ts'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { PlaceFilters } from '../../ui/people/PlaceFilters.tsx'
import { activation, deletion } from '../../ui/controls/row-actions.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { columns } from './columns.tsx'

type Props = {
  beacons: readonly Beacon[]
  total: number
  search: PlaceSearch
  onSearch: (search: PlaceSearch) => void
}

function Actions({ beacon }: { beacon: Beacon }) {
  const may = useMay()
  const { uuid, name, macAddress: mac, isActive, updatedAt } = beacon
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
        may(updateEntity) &&
          activation(isActive, (to) =>
            call(updateEntity, { params: { uuid }, body: { isActive: to, updatedAt } }),
          ),
        may(deleteEntity) && deletion(() => call(deleteEntity, { params: { uuid } })),
      ]}
    />
  )
}

export function BeaconsPage({ beacons, total, search, onSearch }: Props) {
  const may = useMay()
  const add = may(newBeacon) ? (
    <AddButton label="beacons.add" onClick={() => openDialog('addBLTEntity', { type: 'BEACON' })} />
  ) : null
  return (
    <Page
      title="menu.beacons"
      actions={
        <>
          {may(unknownBeacons) ? (
            <Button
              variant="default"
              leftSection={<IconEar size={18} aria-hidden />}
              onClick={() => openDialog('unknownBeacons')}
            >
              <FormattedMessage id="unknownBeacons.title" />
            </Button>
          ) : null}
          {add}
        </>
      }
    >
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
