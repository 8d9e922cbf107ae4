import type { Place } from '@carewatch/contracts/http/fields'
import { Ltr } from '../ui/figures/Ltr.tsx'

const DECIMALS = 5

export const Coordinates = ({ at: { lat, lng } }: { at: Place }) => (
  <Ltr>{`${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`}</Ltr>
)
