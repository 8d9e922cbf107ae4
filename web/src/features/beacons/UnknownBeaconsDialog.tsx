import {
  type UnknownBeacon,
  unknownBeacons as contract,
} from '@carewatch/contracts/http/gateways-and-beacons'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { beaconTypes, type BeaconType } from '@carewatch/contracts/rooms'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconEar } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { FoundList } from '../../ui/controls/FoundList.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Mac } from '../../ui/devices/Mac.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'

type Loaded = Reply<typeof contract>

/** Of what it seems to be first. */
const ordered = (seems: BeaconType | null): readonly BeaconType[] =>
  seems ? [seems, ...beaconTypes.filter((type) => type !== seems)] : beaconTypes

function AddAs({ beacon, close }: { beacon: UnknownBeacon; close: () => void }) {
  const intl = useIntl()
  const name = beacon.name ?? beacon.macAddress
  const add = (as: BeaconType) => {
    close()
    openDialog('addBLTEntity', { type: 'BEACON', sighted: beacon, as })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={intl.formatMessage({ id: 'unknownBeacons.addOne' }, { name })}
        >
          <FormattedMessage id="unknownBeacons.addAs" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ordered(beacon.seems).map((type) => (
          <Menu.Item key={type} onClick={() => add(type)}>
            <FormattedMessage id={`beaconType.${type}`} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Seems({ beacon: { seems, model } }: { beacon: UnknownBeacon }) {
  if (!seems && !model) return null
  const what = (
    <span key="what">
      {seems ? <FormattedMessage id={`beaconType.${seems}`} /> : null}
      {seems && model ? ' · ' : null}
      {model ? <bdi>{model}</bdi> : null}
    </span>
  )
  return <FormattedMessage id="found.seems" values={{ what }} />
}

function ReceivedBest({ beacon: { heardBy } }: { beacon: UnknownBeacon }) {
  const [best] = heardBy
  if (!best) return null
  const values = {
    place: <bdi key="place">{best.room?.name ?? best.name}</bdi>,
    level: <Ltr key="level">{best.rssi} dBm</Ltr>,
  }
  return <FormattedMessage id="unknownBeacons.receivedBest" values={values} />
}

function UnknownBeacons({ loaded: { unknownBeacons: found }, close }: { loaded: Loaded; close: () => void }) {
  const intl = useIntl()
  if (found.length === 0)
    return (
      <Nothing
        icon={<IconEar aria-hidden />}
        title={<FormattedMessage id="unknownBeacons.none" />}
        why={<FormattedMessage id="unknownBeacons.noneWhy" />}
      />
    )
  return (
    <FoundList
      label={intl.formatMessage({ id: 'unknownBeacons.title' })}
      found={found.map((beacon) => ({
        key: beacon.macAddress,
        title: (
          <>
            {beacon.name ? <bdi>{beacon.name}</bdi> : null} <Mac mac={beacon.macAddress} />
          </>
        ),
        facts: [
          { id: 'seems', shown: <Seems beacon={beacon} /> },
          { id: 'receivedBest', shown: <ReceivedBest beacon={beacon} /> },
          { id: 'last', shown: <Age at={beacon.lastSeenAt} /> },
        ],
        action: <AddAs beacon={beacon} close={close} />,
      }))}
    />
  )
}

/** Beacons that gateways receive and nobody has registered, the nearest first. */
export const unknownBeacons = dialog<Record<never, never>, Loaded>({
  title: 'unknownBeacons.title',
  size: 'xl',
  load: () => call(contract, { query: { size: 100 } }),
  Body: UnknownBeacons,
})
