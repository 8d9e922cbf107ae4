import type { Caller } from '../access/viewer.ts'
import { namedPlaceOf, type NamedPlace, type Places } from '../devices/import/places.ts'
import type { Problems } from './planned.ts'

type Asked = { company?: string | undefined; branch?: string | undefined }

/** Where a row belongs; whose company it is an administrator says. */
export function placeIn(
  places: Places,
  { role }: Caller,
  asked: Asked,
): { place: NamedPlace } | { problems: Problems } {
  const place = namedPlaceOf(places, asked)
  if ('problems' in place) return place
  if (role === 'ADMIN' && place.companyId === null) return { problems: { company: 'required' } }
  return { place }
}

/** As the calls for one take it. */
export const placeIds = ({ company, branch }: NamedPlace) => ({
  ...(company && { companyId: company.uuid }),
  ...(branch && { branchId: branch.uuid }),
})
