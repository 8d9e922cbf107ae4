import type { Place } from '@carewatch/contracts/http/fields'

export type Clustered<Item> = { members: readonly Item[]; at: Place }
type Spot<Item> = { item: Item; index: number; x: number; y: number; at: Place }

const TILE_PX = 512
/** Nearer than this on the screen, two markers would hide one another. */
export const CLUSTER_RADIUS_PX = 50

const pixels = ({ lat, lng }: Place, zoom: number): { x: number; y: number } => {
  const size = TILE_PX * 2 ** zoom
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

const cellOf = (x: number, y: number): string =>
  `${Math.floor(x / CLUSTER_RADIUS_PX)}/${Math.floor(y / CLUSTER_RADIUS_PX)}`

const nextCells = ({ x, y }: { x: number; y: number }): string[] =>
  [-1, 0, 1].flatMap((dx) =>
    [-1, 0, 1].map((dy) => cellOf(x + dx * CLUSTER_RADIUS_PX, y + dy * CLUSTER_RADIUS_PX)),
  )

function inCells<Item>(spots: readonly Spot<Item>[]): Map<string, Spot<Item>[]> {
  const cells = new Map<string, Spot<Item>[]>()
  for (const spot of spots) {
    const cell = cellOf(spot.x, spot.y)
    const there = cells.get(cell)
    if (there) there.push(spot)
    else cells.set(cell, [spot])
  }
  return cells
}

/** What lies close together at this zoom, as one: the first of the list draws the others to it, and they keep its order. */
export function clustersOf<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  zoom: number,
): Clustered<Item>[] {
  const spots = items.map((item, index): Spot<Item> => ({
    item,
    index,
    at: placeOf(item),
    ...pixels(placeOf(item), zoom),
  }))
  const cells = inCells(spots)
  const taken = new Set<Spot<Item>>()
  const clusters: Clustered<Item>[] = []
  for (const spot of spots) {
    if (taken.has(spot)) continue
    const near = nextCells(spot)
      .flatMap((cell) => cells.get(cell) ?? [])
      .filter(
        (other) => !taken.has(other) && Math.hypot(other.x - spot.x, other.y - spot.y) < CLUSTER_RADIUS_PX,
      )
    for (const other of near) taken.add(other)
    const members = near.toSorted((one, other) => one.index - other.index).map(({ item }) => item)
    clusters.push({ members, at: spot.at })
  }
  return clusters
}
