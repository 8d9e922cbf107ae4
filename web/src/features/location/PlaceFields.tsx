import type { Place } from '@carewatch/contracts/http/fields'
import { Button } from '@mantine/core'
import { IconFocus2 } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { theMap } from '../../map/map.ts'
import { DegreesInput } from './DegreesInput.tsx'
import styles from '../../tracks/Stage.module.css'

const DECIMALS = 6

/** Six decimals are a hand's breadth. */
export const rounded = ({ lat, lng }: Place): Place => ({
  lat: Number(lat.toFixed(DECIMALS)),
  lng: Number(lng.toFixed(DECIMALS)),
})

/** The middle of the map, where the cross stands. */
export const middleOfMap = (): Place => rounded(theMap().getCenter())

type Props = {
  value: Partial<Place>
  onChange: (place: Partial<Place>) => void
  errors?: { lat?: React.ReactNode; lng?: React.ReactNode }
}

/** A place as two figures: what dragging does, for whoever does not drag. */
export function PlaceFields({ value, onChange, errors = {} }: Props) {
  const intl = useIntl()
  const field = (name: 'lat' | 'lng') => ({
    label: intl.formatMessage({ id: `location.${name}` }),
    value: value[name],
    error: errors[name],
    onChange: (typed: number | undefined) => onChange({ ...value, [name]: typed }),
  })
  return (
    <>
      <div className={styles['pair']}>
        <DegreesInput {...field('lat')} />
        <DegreesInput {...field('lng')} />
      </div>
      <Button
        variant="default"
        leftSection={<IconFocus2 size={18} aria-hidden />}
        onClick={() => onChange(middleOfMap())}
      >
        <FormattedMessage id="location.centreHere" />
      </Button>
    </>
  )
}
