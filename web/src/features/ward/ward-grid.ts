type Size = { width: number; height: number }
/** How many there are, and how many of them take the room of two. */
type Crowd = { people: number; doubles: number }

/** In units of the text's size: narrower or lower than this nobody reads it, larger than this it says no more. */
const LEAST = { width: 10, height: 7.25 }
const MOST_HEIGHT = 11
const GAP = 0.375
/** A cell is read best where it is about so much wider than high. */
const SHAPE = 1.4

export type Grid = { columns: number; rowHeight: number; fits: boolean }

/** How many cells stand side by side, so that all are as large as fits and none is outside; where they do not fit it scrolls. `em`: the size of the text in pixels. */
export function gridFor({ width, height }: Size, { people, doubles }: Crowd, em: number): Grid {
  const gap = GAP * em
  const most = Math.max(1, Math.floor((width + gap) / (LEAST.width * em + gap)))
  const grids = Array.from({ length: most }, (_, index) => {
    const columns = index + 1
    // Those who take the room of two stand side by side; who takes one fills what they leave free.
    const ofDoubles = Math.ceil(doubles / Math.max(1, Math.floor(columns / 2)))
    const rows = Math.max(1, ofDoubles, Math.ceil((people + (columns > 1 ? doubles : 0)) / columns))
    const rowHeight = Math.min((height - gap * (rows - 1)) / rows, MOST_HEIGHT * em)
    const cellWidth = (width - gap * (columns - 1)) / columns
    return { columns, rowHeight, size: Math.min(cellWidth / SHAPE, rowHeight) }
  }).filter(({ rowHeight }) => rowHeight >= LEAST.height * em)
  const [best] = grids.toSorted((one, other) => other.size - one.size || other.columns - one.columns)
  return best
    ? { columns: best.columns, rowHeight: Math.floor(best.rowHeight), fits: true }
    : { columns: most, rowHeight: Math.ceil(LEAST.height * em * 1.2), fits: false }
}
