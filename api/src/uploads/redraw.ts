import { Refusal } from '@carewatch/contracts/refusal'
import sharp from 'sharp'

/** A picture that unpacks to more than this is a trap. */
export const MOST_PIXELS = 40_000_000
const LARGEST_SIDE = 1_600

/** The same picture drawn anew: nothing but what can be seen comes through, neither where it was taken nor anything hidden in it. */
export async function redraw(content: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  try {
    const picture = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    return await (
      type === 'image/png' ? picture.png() : picture.jpeg({ quality: 85, mozjpeg: true })
    ).toBuffer()
  } catch (cause) {
    throw Object.assign(new Refusal('invalid', 'wrongType'), { cause })
  }
}
