import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { Button, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { boundsOf } from '../../map/geo.ts'
import { showBounds, theMap } from '../../map/map.ts'
import { ClusterLayer, isPlaced, type Placed } from './ClusterLayer.tsx'
import { EveryoneList } from './EveryoneList.tsx'
import { Stage } from '../../tracks/Stage.tsx'
import styles from '../../tracks/Stage.module.css'
import { useEveryone } from './use-everyone.ts'

const route = getRouteApi('/_shell/user/location')
/** From here on a ring does not open any further: its people stand in one house. */
const ONE_HOUSE_ZOOM = 17

export function AllView({ everyone: loaded }: { everyone: readonly DeviceLocation[] }) {
  const intl = useIntl()
  const navigate = route.useNavigate()
  const everyone = useEveryone(loaded)
  const [gathered, setGathered] = useState<ReadonlySet<string> | null>(null)
  const placed = useMemo(() => everyone.filter(isPlaced), [everyone])
  const pick = ({ deviceUuid }: DeviceLocation) =>
    void navigate({ search: (old) => ({ ...old, device: deviceUuid, view: 'now' }) })
  const gather = (members: readonly Placed[]) => {
    setGathered(new Set(members.map(({ deviceUuid }) => deviceUuid)))
    const bounds = boundsOf(members.map(({ position }) => position))
    if (bounds && theMap().getZoom() < ONE_HOUSE_ZOOM) showBounds(bounds, ONE_HOUSE_ZOOM + 1)
  }
  return (
    <Stage
      label={intl.formatMessage({ id: 'location.mapOfAll' })}
      bounds={boundsOf(placed.map(({ position }) => position))}
      about="all"
      layers={<ClusterLayer locations={placed} onPick={pick} onGather={gather} />}
    >
      <section className={styles['card']}>
        <Title order={2}>
          <FormattedMessage id={gathered ? 'location.here' : 'location.everyone'} />
        </Title>
        {gathered ? (
          <Button variant="default" onClick={() => setGathered(null)}>
            <FormattedMessage id="action.showAll" />
          </Button>
        ) : null}
        <EveryoneList
          locations={gathered ? everyone.filter(({ deviceUuid }) => gathered.has(deviceUuid)) : everyone}
          onPick={pick}
        />
      </section>
    </Stage>
  )
}
