import type { Device } from '@carewatch/contracts/http/devices'
import type { Fence } from '@carewatch/contracts/http/fences'
import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { useIntl } from 'react-intl'
import { boundsOf } from '../../map/geo.ts'
import { cornersOf } from '../../tracks/areas.ts'
import { FenceDraftLayers } from './FenceDraftLayers.tsx'
import { FenceForm } from './FenceForm.tsx'
import { FenceList } from './FenceList.tsx'
import { FenceLayer } from '../../tracks/FenceLayer.tsx'
import { LatestLayers } from '../../tracks/LatestLayers.tsx'
import { Stage } from '../../tracks/Stage.tsx'
import { useFenceDraft } from './use-fence-draft.ts'
import { wornBy } from '../../ui/people/place-name.ts'

type Props = { device: Device; location: DeviceLocation; fences: readonly Fence[] }

export function FencesView({ device, location, fences }: Props) {
  const intl = useIntl()
  const { home, position } = location
  const { editing, errors, saving, isBack, open, close, change, save } = useFenceDraft(
    device,
    home ?? position,
  )
  const edited = editing?.fence?.uuid
  const others = edited ? fences.filter(({ uuid }) => uuid !== edited) : fences
  const places = fences.flatMap(({ shape }) => cornersOf(shape))
  const wide = edited ? cornersOf(fences.find(({ uuid }) => uuid === edited)?.shape ?? noShape) : places
  return (
    <Stage
      label={intl.formatMessage({ id: 'location.mapOf' }, { name: wornBy(device) })}
      bounds={boundsOf(wide.length > 0 ? wide : [home ?? position].flatMap((one) => (one ? [one] : [])))}
      about={`fences/${device.uuid}/${edited ?? ''}`}
      layers={
        <>
          <FenceLayer fences={others} />
          <LatestLayers location={location} />
          {editing ? <FenceDraftLayers draft={editing.draft} change={change} /> : null}
        </>
      }
    >
      {editing ? (
        <FenceForm
          draft={editing.draft}
          change={change}
          errors={errors}
          isNew={editing.fence === null}
          saving={saving}
          onSave={() => void save()}
          onCancel={() => void close()}
        />
      ) : (
        <FenceList fences={fences} isBack={isBack} onEdit={open} onNew={() => open(null)} />
      )}
    </Stage>
  )
}

const noShape = { kind: 'POLYGON' as const, corners: [] }
