import { latestLocation } from '@carewatch/contracts/http/positions'
import type { Device } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Notification } from '@carewatch/contracts/notifications'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import { orWithout } from '../../http/or-nothing.ts'
import { boundsAround } from '../../tracks/areas.ts'
import { LatestFacts } from '../../tracks/LatestFacts.tsx'
import { LatestLayers } from '../../tracks/LatestLayers.tsx'
import { shownOf } from '../../tracks/shown-of.ts'
import { SmallMap } from '../../tracks/Stage.tsx'

type Located = Reply<typeof latestLocation>
type Props = {
  /** As they are shown on this wall. */
  shown: Pick<WearerSummary, 'name' | 'imageUrl'>
  /** What is open of them by now. */
  alarms: readonly Notification[]
  devices: readonly Device[]
}

/** What is shown of all they wear; null: nothing of it says where it is. */
async function load(devices: readonly Device[]): Promise<Located | null> {
  const found = await Promise.all(
    devices.map(({ imei }) => orWithout(call(latestLocation, { params: { imei } }))),
  )
  return shownOf(found.flatMap((one) => (one ? [one] : [])))
}

/** Where somebody was last, on a map and in words, where anything is known of it. */
export function PanelMap({ shown, alarms, devices }: Props) {
  const intl = useIntl()
  const [found, setFound] = useState<Located | null>(null)
  useEffect(() => {
    let isGone = false
    void load(devices).then((located) => {
      if (!isGone) setFound(located)
    })
    return () => {
      isGone = true
    }
  }, [devices])
  const position = found?.location.position
  if (!found || !position) return null
  const { wearer } = found.location
  const location = {
    ...found.location,
    openAlarms: alarms.length,
    alarms: [...alarms],
    wearer: wearer && { ...wearer, ...shown },
  }
  return (
    <section data-testid="panel-map">
      <Title order={3} fz="md" mb="xs">
        <FormattedMessage id="location.view.now" />
      </Title>
      <SmallMap
        label={intl.formatMessage({ id: 'location.mapOf' }, { name: shown.name })}
        bounds={boundsAround({ position, home: null })}
        about={location.deviceUuid}
        layers={<LatestLayers location={location} />}
      />
      <LatestFacts location={location} street={found.street} />
    </section>
  )
}
