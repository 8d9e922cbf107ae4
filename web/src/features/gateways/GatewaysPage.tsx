import {
  allEntities,
  configureEntity,
  deleteEntity,
  type Gateway,
  newGateway,
  rotateGatewayCredentials,
  sendConfigToGateway,
  updateEntity,
} from '@carewatch/contracts/http/blt-entities'
import { Button } from '@mantine/core'
import { IconPlus, IconRouter } from '@tabler/icons-react'
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
import type { GatewaySearch } from './search.ts'

type Props = {
  gateways: readonly Gateway[]
  total: number
  search: GatewaySearch
  onSearch: (search: GatewaySearch) => void
}

const setActive = ({ uuid, updatedAt }: Gateway, isActive: boolean) =>
  doAndTell('done.statusChanged', () =>
    call(updateEntity, { params: { uuid }, body: { isActive, updatedAt } }),
  )

function Actions({ gateway }: { gateway: Gateway }) {
  const may = useMay()
  const { uuid, name, macAddress: mac, isActive } = gateway
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
        may(updateEntity) && {
          label: isActive ? 'action.deactivate' : 'action.activate',
          run: () => void setActive(gateway, !isActive),
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

export function GatewaysPage({ gateways, total, search, onSearch }: Props) {
  const may = useMay()
  const add = may(newGateway) ? (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => openDialog('addBLTEntity', { type: 'GATEWAY' })}
    >
      <FormattedMessage id="gateways.add" />
    </Button>
  ) : null
  return (
    <Page title="menu.gateways" actions={add}>
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
