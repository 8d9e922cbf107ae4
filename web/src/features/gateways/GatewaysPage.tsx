import {
  allEntities,
  configureEntity,
  deleteEntity,
  type Gateway,
  newGateway,
  rotateGatewayCredentials,
  sendConfigToGateway,
  updateEntity,
} from '@carewatch/contracts/http/gateways-and-beacons'
import { IconRouter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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
import { WalkLink } from '../../ui/controls/WalkLink.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { columns } from './columns.tsx'

type Props = {
  gateways: readonly Gateway[]
  total: number
  search: PlaceSearch
  onSearch: (search: PlaceSearch) => void
  /** For some it is the home, which has more to say. */
  before?: ReactNode
}

function Actions({ gateway }: { gateway: Gateway }) {
  const may = useMay()
  const { uuid, name, macAddress: mac, isActive, updatedAt } = gateway
  return (
    <RowMenu
      of={name}
      actions={[
        { label: 'action.details', run: () => openDialog('entityDetails', { mac }) },
        may(updateEntity) && {
          label: 'action.edit',
          run: () => openDialog('addBLTEntity', { type: 'GATEWAY', mac }),
        },
        may(configureEntity) && {
          label: 'blt.configure',
          run: () => openDialog('configureBLTEntity', { mac }),
        },
        may(sendConfigToGateway) && {
          label: 'gateways.sendConfig',
          run: () => openDialog('sendConfigToGateway', { mac }),
        },
        may(rotateGatewayCredentials) && {
          label: 'device.newPassword',
          run: () => openDialog('gatewayCredentials', { uuid, name }),
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

export function GatewaysPage({ gateways, total, search, onSearch, before }: Props) {
  const may = useMay()
  const add = may(newGateway) ? (
    <AddButton label="gateways.add" onClick={() => openDialog('addBLTEntity', { type: 'GATEWAY' })} />
  ) : null
  return (
    <Page
      title="menu.gateways"
      actions={
        <>
          <WalkLink branch={search.branchUuid} />
          {add}
        </>
      }
    >
      {before}
      <List
        name="gateways"
        rows={gateways}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        searchLabel="blt.search"
        filters={<PlaceFilters {...search} onPick={(place) => onSearch(turned(search, place))} />}
        ask={async (place) => {
          const answer = await call(allEntities, { query: { ...search, ...place, entityType: 'GATEWAY' } })
          return { rows: answer.gateways, total: answer.totals.gateways }
        }}
        onOpen={({ macAddress }) => openDialog('entityDetails', { mac: macAddress })}
        actions={(gateway) => <Actions gateway={gateway} />}
        totalLabel="gateways.total"
        empty={{
          title: 'gateways.empty',
          why: 'gateways.emptyWhy',
          icon: <IconRouter aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
