import { pngOf } from './portrait.ts'

const WIDTH = 1_200
const HEIGHT = 680
const WALL = 6

type Part = { name?: string; left: number; top: number; width: number; height: number }

/** The ground floor of the demo: three bedrooms, a corridor, where people eat, and the way to the garden. */
const parts: readonly Part[] = [
  { name: 'Room 101', left: 20, top: 20, width: 280, height: 260 },
  { name: 'Room 102', left: 300, top: 20, width: 280, height: 260 },
  { name: 'Room 103', left: 580, top: 20, width: 280, height: 260 },
  { left: 20, top: 280, width: 840, height: 80 },
  { name: 'Dining room', left: 20, top: 360, width: 840, height: 300 },
  { name: 'Garden door', left: 860, top: 20, width: 320, height: 640 },
]

const isEdge = ({ left, top, width, height }: Part, x: number, y: number): boolean => {
  const [across, down] = [x - left, y - top]
  const isIn = across >= -WALL && down >= -WALL && across <= width + WALL && down <= height + WALL
  const isWell = across > WALL && down > WALL && across < width - WALL && down < height - WALL
  return isIn && !isWell
}

/** Where each room is, in parts of the picture. */
export const demoSpots: ReadonlyMap<string, { x: number; y: number }> = new Map(
  parts.flatMap(({ name, left, top, width, height }) =>
    name ? [[name, { x: (left + width / 2) / WIDTH, y: (top + height / 2) / HEIGHT }]] : [],
  ),
)

/** The walls alone: what a room is called stands on the marks that are placed on it. */
export function demoFloorPlan(): { content: Buffer; width: number; height: number } {
  const line = 1 + WIDTH * 3
  const rows = Buffer.alloc(line * HEIGHT, 0xfa)
  for (let y = 0; y < HEIGHT; y++) {
    rows[y * line] = 0
    for (let x = 0; x < WIDTH; x++)
      if (parts.some((part) => isEdge(part, x, y)))
        rows.fill(0x46, y * line + 1 + x * 3, y * line + 4 + x * 3)
  }
  const size = { width: WIDTH, height: HEIGHT }
  return { content: pngOf(rows, size), ...size }
}
