/** So often it is looked whether something moved. */
const LOOK_MS = 200
/** Less than that brings no other button under a finger. */
const MOVE_PX = 12

/** Where it is seen, and where it is in all that scrolls around it: what a reader scrolls moves in the one alone, what is kept in sight while something comes above it in the other. */
type Place = { seen: readonly [number, number]; laid: readonly [number, number] }

const isFar = (one: readonly [number, number], other: readonly [number, number]): boolean =>
  Math.hypot(one[0] - other[0], one[1] - other[1]) > MOVE_PX

const hasMoved = (before: Place, now: Place): boolean =>
  isFar(before.seen, now.seen) && isFar(before.laid, now.laid)

function placeOf(element: Element): Place {
  const { left, top } = element.getBoundingClientRect()
  let [x, y] = [left, top]
  for (let around = element.parentElement; around; around = around.parentElement) {
    x += around.scrollLeft
    y += around.scrollTop
  }
  return { seen: [left, top], laid: [x, y] }
}

type Watched = { element: Element; place: Place; moved: () => void }

const watched = new Set<Watched>()
let looking: ReturnType<typeof setInterval> | undefined

function look(each: Watched): boolean {
  const place = placeOf(each.element)
  const isMoved = hasMoved(each.place, place)
  each.place = place
  if (isMoved) each.moved()
  return isMoved
}

/** Calls back when the element is moved by what comes or goes around it. */
export function watchStanding(
  element: Element,
  moved: () => void,
): { hasMovedNow: () => boolean; stop: () => void } {
  const each: Watched = { element, place: placeOf(element), moved }
  watched.add(each)
  looking ??= setInterval(() => {
    for (const one of watched) look(one)
  }, LOOK_MS)
  return {
    hasMovedNow: () => look(each),
    stop: () => {
      watched.delete(each)
      if (watched.size > 0) return
      clearInterval(looking)
      looking = undefined
    },
  }
}
