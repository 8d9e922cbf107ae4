import sharp from 'sharp'
import { MOST_PIXELS } from './redraw.ts'

/** As large as a list shows a face, on a screen that draws each point twice. */
export const SMALL_SIDE = 160
/** Some kilobytes each: those of a large house on every screen of it. */
const MOST_KEPT = 500

const shrink = (content: Buffer): Promise<Buffer> =>
  sharp(content, { limitInputPixels: MOST_PIXELS })
    .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer()

/** Pictures as small as lists show them. What an upload holds never changes, so that those asked for last are kept, and drawn once for everybody who asks at once. */
export function createSmallPictures(most = MOST_KEPT) {
  const kept = new Map<string, Promise<Buffer>>()
  return (uuid: string, load: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(uuid)
    const drawn = known ?? load().then(shrink)
    // Asked for last, it is given up last.
    kept.delete(uuid)
    kept.set(uuid, drawn)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    if (!known) drawn.catch(() => kept.get(uuid) === drawn && kept.delete(uuid))
    return drawn
  }
}
export type SmallPictures = ReturnType<typeof createSmallPictures>
