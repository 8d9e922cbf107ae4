import { floorPlanPicture } from '@carewatch/contracts/http/floor-plans'
import { readUpload } from '@carewatch/contracts/http/uploads'
import { store } from '../store.ts'
import { Failure } from './failure.ts'
import { fetchFile } from './fetch-file.ts'
import { tokenAtom } from './token.ts'

/** Those of a large house, on every screen of it. */
const MOST = 300
const NOT_FOR_YOU: readonly number[] = [403, 404]

type Picture = { address: string | null; asked: Promise<string | null> }
const kept = new Map<string, Picture>()

function forget(key: string): void {
  const address = kept.get(key)?.address
  kept.delete(key)
  if (address) URL.revokeObjectURL(address)
}

// Whoever signs in next may see others.
store.sub(tokenAtom, () => {
  for (const key of kept.keys()) forget(key)
})

/** `isPlan`: of a floor plan, whose picture is none that somebody hung up. */
export type Wanted = { uuid: string; small: boolean; isPlan?: boolean }
const keyOf = ({ uuid, small }: Wanted): string => (small ? `${uuid} small` : uuid)

/** The address of a picture that is here already. */
export const knownPicture = (wanted: Wanted): string | null => kept.get(keyOf(wanted))?.address ?? null

/**
 * A picture of the server as an address that the browser can show: a plain link could not carry the token. It is kept in this page alone, so that
 * a wall of sixty asks for each once; null: it is not for this viewer.
 */
export function pictureOf(wanted: Wanted): Promise<string | null> {
  const key = keyOf(wanted)
  const known = kept.get(key)
  if (known) {
    // Asked for last, it is given up last.
    kept.delete(key)
    kept.set(key, known)
    return known.asked
  }
  const { uuid, small, isPlan } = wanted
  const picture: Picture = { address: null, asked: Promise.resolve(null) }
  picture.asked = fetchFile(isPlan ? floorPlanPicture : readUpload, small ? { small } : {}, {
    uuid,
  }).then(
    ({ blob }) => {
      if (kept.get(key) !== picture) return null
      picture.address = URL.createObjectURL(blob)
      return picture.address
    },
    (error: unknown) => {
      // What did not come is asked for again by the next screen.
      const isFinal = error instanceof Failure && NOT_FOR_YOU.includes(error.status)
      if (!isFinal && kept.get(key) === picture) kept.delete(key)
      return null
    },
  )
  kept.set(key, picture)
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) forget(oldest)
  return picture.asked
}
