import type { RoomView } from '@carewatch/contracts/http/rooms'
import { IconBattery1, IconRouter, IconRouterOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import styles from './RoomTile.module.css'

const LOW_BATTERY = 20

/** What receives in the room: its gateways, and the batteries that run low. */
export function Links({ room: { gateways, beacons } }: { room: RoomView }) {
  const silent = gateways.find(({ online }) => !online)
  const low = beacons.filter(({ battery }) => battery !== null && battery <= LOW_BATTERY)
  const Router = silent || gateways.length === 0 ? IconRouterOff : IconRouter
  return (
    <p className={styles['links']}>
      <span>
        <Router size="1.1em" aria-hidden />
        {gateways.length === 0 ? <FormattedMessage id="rooms.noGateway" /> : null}
        {silent ? (
          <FormattedMessage
            id={silent.lastMessageAt ? 'rooms.gatewaySilent' : 'rooms.gatewayNoMessage'}
            values={{ age: silent.lastMessageAt ? <Age key="age" at={silent.lastMessageAt} /> : null }}
          />
        ) : null}
        {gateways.length > 0 && !silent ? <FormattedMessage id="rooms.gatewayOnline" /> : null}
      </span>
      {low.length > 0 ? (
        <span>
          <IconBattery1 size="1.1em" aria-hidden />
          <FormattedMessage id="rooms.lowBatteries" values={{ n: low.length }} />
        </span>
      ) : null}
    </p>
  )
}
