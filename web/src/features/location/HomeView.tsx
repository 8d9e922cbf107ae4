import { updateDevice } from '@carewatch/contracts/http/device-changes'
import type { Device } from '@carewatch/contracts/http/devices'
import { Place } from '@carewatch/contracts/http/fields'
import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { isPinpoint } from '@carewatch/contracts/latest-fix'
import { Button, Group, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { boundsOf } from '../../map/geo.ts'
import { MapMarker } from '../../map/MapMarker.tsx'
import { MapTaps } from '../../map/MapTaps.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { Cross } from './Cross.tsx'
import { HomePin } from '../../tracks/Pin.tsx'
import { PlaceFields, rounded } from './PlaceFields.tsx'
import { Stage } from '../../tracks/Stage.tsx'
import styles from '../../tracks/Stage.module.css'
import { wornBy } from '../../ui/people/place-name.ts'

const route = getRouteApi('/_shell/user/location')

type Props = { device: Device; location: DeviceLocation }

/** The home one is choosing, and how it is kept. */
function useHome({ device, location: { home } }: Props) {
  const intl = useIntl()
  const navigate = route.useNavigate()
  const [place, setPlace] = useState<Partial<Place>>(home ? rounded(home) : {})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const known = Place.safeParse(place).data ?? null
  const first = home && rounded(home)
  useUnsaved(!saving && (place.lat !== first?.lat || place.lng !== first?.lng))
  const back = () => void navigate({ search: (old) => ({ ...old, view: 'now' }) })
  const save = async () => {
    setErrors(fieldErrors(intl, Place, place))
    if (!known) return
    setSaving(true)
    const done = await doAndShow('location.homeSet', () =>
      call(updateDevice, { params: { uuid: device.uuid }, body: { homeLocation: known } }),
    )
    setSaving(false)
    if (done) back()
  }
  return { place, setPlace, known, errors, saving, save, back }
}

type FormProps = { chosen: ReturnType<typeof useHome>; position: Place | null }

function HomeForm({ chosen: { place, setPlace, errors, saving, save, back }, position }: FormProps) {
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className={styles['card']} onSubmit={submit} noValidate>
      <Title order={2}>
        <FormattedMessage id="location.setHome" />
      </Title>
      <p>
        <FormattedMessage id="location.setHomeHint" />
      </p>
      <PlaceFields value={place} onChange={setPlace} errors={errors} />
      {position ? (
        <Button variant="default" onClick={() => setPlace(rounded(position))}>
          <FormattedMessage id="location.useLatest" />
        </Button>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={back}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button type="submit" loading={saving}>
          <FormattedMessage id="action.save" />
        </Button>
      </Group>
    </form>
  )
}

/** Where home is: tapped, dragged, typed, or where the watch is now. */
export function HomeView({ device, location }: Props) {
  const intl = useIntl()
  const { home, position } = location
  const chosen = useHome({ device, location })
  const drop = (at: Place) => chosen.setPlace(rounded(at))
  return (
    <Stage
      label={intl.formatMessage({ id: 'location.mapOf' }, { name: wornBy(device) })}
      bounds={boundsOf([home ?? position].flatMap((one) => (one ? [one] : [])))}
      about={`home/${device.uuid}`}
      layers={
        <>
          <Cross />
          <MapTaps onTap={drop} />
          {chosen.known ? (
            <MapMarker at={chosen.known} onDrop={drop}>
              <HomePin />
            </MapMarker>
          ) : null}
        </>
      }
    >
      <HomeForm
        chosen={chosen}
        position={
          position && isPinpoint({ source: position.source, accuracyM: position.accuracy }) ? position : null
        }
      />
    </Stage>
  )
}
