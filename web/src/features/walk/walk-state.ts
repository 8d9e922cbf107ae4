import {
  type Calibration,
  WALK_LEAST_READINGS,
  WALK_LEAST_SECONDS,
  WALK_MOST_SECONDS,
  type Walk,
} from '@carewatch/contracts/http/calibration'

type Room = Calibration['rooms'][number]

/** Nobody walked through it, or a gateway came or went to another room since. */
export const needsWalk = ({ walk }: Room): boolean => !walk?.isValid

/** Which room comes after this one: the next in the list that needs a walk, else the first that does. */
export function nextRoom(rooms: readonly Room[], after: string): Room | undefined {
  const index = rooms.findIndex(({ uuid }) => uuid === after)
  const inOrder = [...rooms.slice(index + 1), ...rooms.slice(0, index)]
  return inOrder.find(needsWalk)
}

/** Never all of a hundred where one was wrong. */
export const ofHundred = ({ decisions, right }: { decisions: number; right: number }): number =>
  decisions === 0 ? 0 : Math.floor((100 * right) / decisions)

/** How often the gateways of its own room received the tag. */
export const ownReadings = ({ room, received }: Walk): number =>
  received.reduce((sum, each) => sum + (each.room.uuid === room.uuid ? each.readings : 0), 0)

export const downIn = ({ received }: Walk): string[] =>
  received.flatMap(({ gateway, isDown }) => (isDown ? [gateway.name] : []))

export const isOver = (seconds: number): boolean => seconds > WALK_MOST_SECONDS

/** As the server takes it: long enough, received often enough, and every gateway there. */
export const mayFinish = (walk: Walk, seconds: number): boolean =>
  seconds >= WALK_LEAST_SECONDS &&
  !isOver(seconds) &&
  ownReadings(walk) >= WALK_LEAST_READINGS &&
  downIn(walk).length === 0
