import type { Device } from '@carewatch/contracts/http/devices'
import type { Fence } from '@carewatch/contracts/http/fences'
import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { Text, Title } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { boundsAround } from '../../tracks/areas.ts'
import { LatestFacts } from '../../tracks/LatestFacts.tsx'
import { FenceLayer } from '../../tracks/FenceLayer.tsx'
import { LatestLayers } from '../../tracks/LatestLayers.tsx'
import { LiveLocation } from './LiveLocation.tsx'
import type { Latest } from './load.ts'
import { Stage } from '../../tracks/Stage.tsx'
import styles from '../../tracks/Stage.module.css'
import { useLatest } from './use-latest.ts'
import { Who } from '../../ui/people/Who.tsx'
import { wornBy } from '../../ui/people/place-name.ts'

type Props = {
  device: Device
  location: DeviceLocation
  loaded: Latest
  fences: readonly Fence[]
}

export function NowView({ device, location: first, loaded, fences }: Props) {
  const intl = useIntl()
  const [latest, setLatest] = useLatest(device, loaded)
  const location = latest.location ?? first
  return (
    <Stage
      label={intl.formatMessage({ id: 'location.mapOf' }, { name: wornBy(device) })}
      bounds={boundsAround(location)}
      about={`now/${device.uuid}/${location.position !== null}`}
      layers={
        <>
          <FenceLayer fences={fences} />
          <LatestLayers location={location} />
        </>
      }
    >
      <section className={styles['card']}>
        <Title order={2} className={styles['name']}>
          <Who wearer={device.wearer} name={wornBy(device)} />
        </Title>
        <LatestFacts location={location} street={latest.street} />
        <LiveLocation device={device} latest={latest} onAsked={setLatest} />
        <Text size="sm" c="dimmed">
          <FormattedMessage id="location.asReported" />
        </Text>
      </section>
    </Stage>
  )
}
