import type { Beacon, Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { presences, type Stay } from '@carewatch/contracts/http/rooms'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Mac } from '../../ui/devices/Mac.tsx'
import { OnlineMark } from '../../ui/devices/OnlineMark.tsx'
import { StatusMark } from '../../ui/devices/StatusMark.tsx'
import { ConfigFacts } from './ConfigFacts.tsx'
import { ConfigMark } from './ConfigMark.tsx'
import { type Entity, loadEntity, nameOf } from './entity.ts'
import { Stays } from './Stays.tsx'

const placeFacts = ({ branch, room, isActive, macAddress }: Gateway | Beacon) =>
  [
    { label: 'blt.mac', value: <Mac mac={macAddress} /> },
    { label: 'devices.branch', value: branch ? <bdi>{branch.name}</bdi> : null },
    { label: 'blt.room', value: room ? <bdi>{room.name}</bdi> : null },
    { label: 'list.status', value: <StatusMark isActive={isActive} /> },
  ] as const

const lastSeen = (at: Date | null) => (at ? <Age at={at} /> : <FormattedMessage id="devices.never" />)

function GatewayDetails({ gateway }: { gateway: Gateway }) {
  return (
    <>
      <Facts
        facts={[
          ...placeFacts(gateway),
          { label: 'blt.line', value: <OnlineMark isOnline={gateway.online} /> },
          { label: 'blt.lastMessage', value: lastSeen(gateway.lastMessageAt) },
          { label: 'blt.model', value: <bdi>{gateway.model}</bdi> },
          { label: 'gateways.config', value: <ConfigMark gateway={gateway} /> },
        ]}
      />
      <ConfigFacts gateway={gateway} />
    </>
  )
}

function BeaconDetails({ beacon, stays }: { beacon: Beacon; stays: readonly Stay[] }) {
  const { deviceType, device, staff, lastSeenAt, battery, rssi } = beacon
  return (
    <>
      <Facts
        facts={[
          ...placeFacts(beacon),
          { label: 'blt.type', value: <FormattedMessage id={`beaconType.${deviceType}`} /> },
          { label: 'beacons.device', value: device ? <bdi>{device.name}</bdi> : null },
          { label: 'beacons.staff', value: staff ? <bdi>{staff.name}</bdi> : null },
          { label: 'blt.lastMessage', value: staff ? null : lastSeen(lastSeenAt) },
          {
            label: 'devices.battery',
            value: battery === null ? null : <FormattedNumber value={battery / 100} style="percent" />,
          },
          { label: 'blt.rssi', value: rssi === null ? null : <Ltr>{rssi} dBm</Ltr> },
        ]}
      />
      <Stays stays={stays} />
    </>
  )
}

type Loaded = Entity & { stays: readonly Stay[] }

function Details({ loaded: { gateway, beacon, stays } }: { loaded: Loaded }) {
  if (gateway) return <GatewayDetails gateway={gateway} />
  return beacon ? <BeaconDetails beacon={beacon} stays={stays} /> : null
}

const STAYS = 10

async function loadDetails(asked: { mac: string }): Promise<Loaded> {
  const entity = await loadEntity(asked)
  if (!entity.beacon) return { ...entity, stays: [] }
  const answer = await call(presences, { query: { beaconUuid: entity.beacon.uuid, size: STAYS } })
  return { ...entity, stays: answer.presences }
}

export const entityDetails = dialog<{ mac: string }, Loaded>({
  title: 'blt.details',
  suffix: nameOf,
  load: loadDetails,
  Body: Details,
})
