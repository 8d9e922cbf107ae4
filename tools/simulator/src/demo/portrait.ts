import { crc32, deflateSync } from 'node:zlib'
import { between } from '../physiology/random.ts'

type Color = readonly [number, number, number]

const SIDE = 144
/** Each pixel is looked at so many times each way, so that edges are smooth. */
const FINE = 2

const skins: readonly Color[] = [
  [241, 204, 176],
  [226, 180, 145],
  [204, 152, 116],
  [172, 120, 86],
]
const hairs: readonly Color[] = [
  [232, 232, 228],
  [198, 198, 196],
  [160, 158, 156],
  [122, 96, 78],
]
const walls: readonly Color[] = [
  [196, 220, 210],
  [214, 206, 228],
  [236, 219, 188],
  [190, 212, 232],
  [226, 200, 196],
]
const clothes: readonly Color[] = [
  [44, 92, 122],
  [122, 62, 88],
  [68, 102, 70],
  [150, 98, 44],
  [84, 76, 120],
]
const INK: Color = [58, 44, 40]
const LIP: Color = [172, 92, 86]

function pick(colors: readonly Color[], seed: number, salt: number): Color {
  const color = colors[Math.floor(between(0, colors.length, seed, salt))]
  return color ?? INK
}

const inOval = (x: number, y: number, [cx, cy, rx, ry]: readonly [number, number, number, number]): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1

type Face = {
  skin: Color
  hair: Color
  wall: Color
  cloth: Color
  isWoman: boolean
  isBald: boolean
  hasGlasses: boolean
}

/** What is seen at a place of the picture, from the front to the back; both run from 0 to 1. */
function colorAt(
  { skin, hair, wall, cloth, isWoman, isBald, hasGlasses }: Face,
  x: number,
  y: number,
): Color {
  const side = Math.abs(x - 0.5)
  if (side > 0.39 || y < 0.12) return wall
  const isLens = inOval(side, y, [0.085, 0.44, 0.062, 0.05]) && !inOval(side, y, [0.085, 0.44, 0.05, 0.038])
  if (hasGlasses && (isLens || (side < 0.026 && Math.abs(y - 0.44) < 0.007))) return INK
  if (inOval(side, y, [0.085, 0.44, 0.017, 0.019])) return INK
  if (inOval(side, y, [0.085, 0.385, 0.045, 0.009])) return hair
  // A smile is the lower rim of an oval.
  if (y > 0.575 && inOval(x, y, [0.5, 0.56, 0.075, 0.05]) && !inOval(x, y, [0.5, 0.548, 0.075, 0.046]))
    return LIP
  const isFace = inOval(x, y, [0.5, 0.46, 0.19, 0.235])
  const fringe = inOval(x, y, [0.5, 0.2, 0.21, isBald ? 0.03 : 0.115])
  if (isFace && !fringe) return skin
  if (inOval(side, y, [0.19, 0.46, 0.03, 0.05]) && !isWoman) return skin
  if (!isBald && y < 0.5 && inOval(x, y, [0.5, 0.39, 0.225, 0.25])) return hair
  if (isWoman && inOval(x, y, [0.5, 0.46, 0.25, 0.29]) && y < 0.68) return hair
  if (side < 0.075 && y > 0.6 && y < 0.78) return skin
  if (inOval(x, y, [0.5, 1.02, 0.38, 0.28])) return cloth
  return wall
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The pixels of a picture as a PNG file. */
export function pngOf(rows: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A pixel's color, looked at in the middle of each of its parts. */
function paint(rows: Buffer, at: number, seenAt: (dx: number, dy: number) => Color): void {
  const sum = [0, 0, 0]
  for (let part = 0; part < FINE * FINE; part++) {
    const color = seenAt(((part % FINE) + 0.5) / FINE, (Math.floor(part / FINE) + 0.5) / FINE)
    for (const [index, value] of color.entries()) sum[index] = (sum[index] ?? 0) + value / (FINE * FINE)
  }
  rows.set(sum, at)
}

/** The face of somebody who never lived: drawn, and the same for the same seed. */
export function portraitOf(gender: 'male' | 'female', seed: number): Buffer {
  const isWoman = gender === 'female'
  const face: Face = {
    skin: pick(skins, seed, 91),
    hair: pick(hairs, seed, 92),
    wall: pick(walls, seed, 93),
    cloth: pick(clothes, seed, 94),
    isWoman,
    isBald: !isWoman && between(0, 1, seed, 95) < 0.4,
    hasGlasses: between(0, 1, seed, 96) < 0.5,
  }
  const line = 1 + SIDE * 3
  const rows = Buffer.alloc(line * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      paint(rows, y * line + 1 + x * 3, (dx, dy) => colorAt(face, (x + dx) / SIDE, (y + dy) / SIDE))
  return pngOf(rows, { width: SIDE, height: SIDE })
}
