import { type Building, middleOf, plainRadio, type Radio } from './building.ts'

const room = (x: number, y: number, [width, height]: [number, number]) => ({ x, y, width, height })

function buildingOf(
  rooms: Building['rooms'],
  without: readonly number[],
  rest: Pick<Building, 'doors' | 'leaks'>,
): Building {
  // By a wall, as they are mounted: where a socket is.
  const gateways = rooms.flatMap((one, roomId) => {
    if (without.includes(roomId)) return []
    const { x, y } = middleOf(one)
    return [
      {
        x: x + (roomId % 2 ? 0.3 : -0.3) * one.width,
        y: y + (roomId % 3 ? 0.35 : -0.2) * one.height,
        roomId,
      },
    ]
  })
  return { rooms, gateways, ...rest }
}

/** Six rooms of 20 m2, three and three, with one leaking wall: the floor of the quality goal. */
const sixRooms = buildingOf(
  [0, 1, 2, 3, 4, 5].map((index) => room((index % 3) * 5, Math.floor(index / 3) * 4, [5, 4])),
  [],
  {
    doors: [
      [0, 1],
      [1, 2],
      [3, 4],
      [4, 5],
      [1, 4],
    ],
    leaks: [[0, 1]],
  },
)

/** Five bedrooms on both sides of a corridor, and a dining room at its end; rooms of many sizes. */
const ward = buildingOf(
  [
    room(0, 0, [4, 4]),
    room(4, 0, [5, 4]),
    room(9, 0, [4, 4]),
    room(0, 6, [6, 4]),
    room(6, 6, [7, 4]),
    room(0, 4, [13, 2]),
    room(13, 0, [6, 10]),
  ],
  [],
  {
    doors: [
      [0, 5],
      [1, 5],
      [2, 5],
      [3, 5],
      [4, 5],
      [5, 6],
    ],
    leaks: [[3, 4]],
  },
)

/** The same without gateways in the corridor and in one bedroom. */
const sparse: Building = {
  ...ward,
  gateways: ward.gateways.filter(({ roomId }) => roomId !== 5 && roomId !== 1),
}

/** A row of eight narrow rooms, each next to the last. */
const row = buildingOf(
  Array.from({ length: 8 }, (_, index) => room(index * 4, 0, [4, 5])),
  [],
  {
    doors: Array.from({ length: 7 }, (_, index) => [index, index + 1] as const),
    leaks: [
      [2, 3],
      [6, 7],
    ],
  },
)

const harsh: Radio = {
  ...plainRadio,
  loss: 2.8,
  wallDb: 5,
  sigmaDb: 4,
  placeDb: 3,
  fading: { db: 3, seconds: 30 },
  bodyDb: 8,
}

export type Model = { name: string; building: Building; radio: Radio; tagDb: number }

/** By which the decision was made. */
export const models: readonly Model[] = [
  { name: 'six rooms', building: sixRooms, radio: plainRadio, tagDb: 0 },
  { name: 'ward', building: ward, radio: harsh, tagDb: 3 },
]

/** Held back: other floors, walls, gaps and tags, by which nothing was chosen. */
export const heldModels: readonly Model[] = [
  { name: 'six rooms, bodies and fading', building: sixRooms, radio: harsh, tagDb: -5 },
  {
    name: 'row of rooms',
    building: row,
    radio: { ...plainRadio, loss: 1.9, wallDb: 7, placeDb: 2, bodyDb: 5, fading: { db: 2, seconds: 60 } },
    tagDb: 6,
  },
  {
    name: 'ward, two rooms without gateway',
    building: sparse,
    radio: { ...harsh, wallDb: 8, bodyDb: 5, gapS: [1, 4], lostShare: 0.25 },
    tagDb: -4,
  },
]
