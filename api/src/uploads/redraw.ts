import { Refusal } from '@carewatch/contracts/refusal'
import sharp, { type Sharp } from 'sharp'

/** A picture that unpacks to more than this is a trap. */
export const MOST_PIXELS = 40_000_000
const LARGEST_SIDE = 1_600

const writtenAs = {
  'image/png': (picture: Sharp) => picture.png(),
  'image/jpeg': (picture: Sharp) => picture.jpeg({ quality: 85, mozjpeg: true }),
  'image/webp': (picture: Sharp) => picture.webp({ quality: 85 }),
}
type PictureType = keyof typeof writtenAs

export type Redrawn = { content: Buffer; width: number; height: number }

/** The same picture drawn anew: nothing but what can be seen comes through, neither where it was taken nor anything hidden in it. */
export async function redraw(content: Buffer, type: PictureType): Promise<Redrawn> {
  try {
    const picture = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await writtenAs[type](picture).toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch (cause) {
    throw Object.assign(new Refusal('invalid', 'wrongType'), { cause })
  }
}
