import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createSmallPictures, SMALL_SIDE } from './small-pictures.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0 } } })
    .png()
    .toBuffer()

describe('a small picture', () => {
  it('is a square of the middle on white, whatever it was drawn on', async () => {
    const small = await createSmallPictures()('a', () => picture(900, 300))
    const { width, height, format } = await sharp(small).metadata()
    expect([width, height, format]).toEqual([SMALL_SIDE, SMALL_SIDE, 'jpeg'])
    expect((await sharp(small).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })

  it('is drawn once for everybody who asks, and those asked for last are kept', async () => {
    const asked: string[] = []
    const small = createSmallPictures(2)
    const ask = (uuid: string) =>
      small(uuid, () => {
        asked.push(uuid)
        return picture(200, 200)
      })
    await Promise.all([ask('a'), ask('a'), ask('b')])
    await ask('a')
    await ask('c')
    await ask('a')
    expect(asked).toEqual(['a', 'b', 'c'])
    await ask('b')
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })

  it('that could not be drawn is tried again', async () => {
    const small = createSmallPictures()
    await expect(small('a', () => Promise.resolve(Buffer.from('no picture')))).rejects.toThrow(
      /unsupported image format/,
    )
    expect((await small('a', () => picture(200, 200))).length).toBeGreaterThan(0)
  })
})
