import {
  floorPlan,
  type PlanRoom,
  placeRooms as contract,
  type Spot,
} from '@carewatch/contracts/http/floor-plans'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, NumberInput, Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { FloorPlanPicture, spotStyle } from '../../floor-plan/FloorPlanPicture.tsx'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { type EndpointForm as Form, useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { Scroll } from '../../ui/page/Scroll.tsx'
import styles from './FloorPlan.module.css'
import { asTyped, movedBy, movedRooms, spotErrors, spotIn, type Spots, spotsOf, xOf, yOf } from './spots.ts'

type Loaded = Reply<typeof floorPlan>
type Place = (room: PlanRoom, spot: Spot) => void
const MIDDLE: Spot = { x: 0.5, y: 0.5 }

function useWords() {
  const intl = useIntl()
  const part = (of: number) => intl.formatNumber(of, { style: 'percent', maximumFractionDigits: 1 })
  return ({ name }: PlanRoom, { x, y }: Spot) =>
    intl.formatMessage({ id: 'plan.roomAt' }, { room: name, x: part(x), y: part(y) })
}

type HandleProps = {
  room: PlanRoom
  spot: Spot
  place: Place
  /** What was put there last lies above what it lies on. */
  isAbove: boolean
  frame: () => DOMRect | undefined
}

/** A room on the picture that is dragged, or moved with the arrow keys. */
function Handle({ room, spot, place, isAbove, frame }: HandleProps) {
  const words = useWords()
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const around = frame()
    if (!around || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    place(room, {
      x: (event.clientX - around.left) / around.width,
      y: (event.clientY - around.top) / around.height,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedBy(spot, event)
    if (!moved) return
    event.preventDefault()
    place(room, moved)
  }
  return (
    <button
      type="button"
      className={styles['room']}
      style={{ ...spotStyle(spot), zIndex: isAbove ? 1 : 0 }}
      aria-label={words(room, spot)}
      data-testid="plan-handle"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <bdi>{room.name}</bdi>
    </button>
  )
}

type RowProps = { room: PlanRoom; form: Form<Spots>; place: Place }

/** The same in figures: for whoever neither drags nor sees. */
function Row({ room, form, place }: RowProps) {
  const intl = useIntl()
  const { uuid, name } = room
  const isPlaced = spotIn(form.values, uuid) !== null
  const takeOff = () => form.setValues({ [xOf(uuid)]: '', [yOf(uuid)]: '' })
  const field = (label: 'plan.x' | 'plan.y', key: string) => (
    <NumberInput
      aria-label={`${name}: ${intl.formatMessage({ id: label })}`}
      min={0}
      max={100}
      decimalScale={1}
      hideControls
      w="6rem"
      {...form.getInputProps(key)}
    />
  )
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>{field('plan.x', xOf(uuid))}</td>
      <td>{field('plan.y', yOf(uuid))}</td>
      <td>
        <Button
          variant="subtle"
          aria-label={`${intl.formatMessage({ id: isPlaced ? 'plan.takeOff' : 'plan.putOn' })}: ${name}`}
          onClick={() => (isPlaced ? takeOff() : place(room, MIDDLE))}
        >
          <FormattedMessage id={isPlaced ? 'plan.takeOff' : 'plan.putOn'} />
        </Button>
      </td>
    </tr>
  )
}

function Figures({ rooms, form, place }: Pick<RowProps, 'form' | 'place'> & { rooms: readonly PlanRoom[] }) {
  const intl = useIntl()
  return (
    <Scroll label={intl.formatMessage({ id: 'branches.rooms' })}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id="blt.name" />
            </th>
            <th scope="col">
              <FormattedMessage id="plan.x" />
            </th>
            <th scope="col">
              <FormattedMessage id="plan.y" />
            </th>
            <th scope="col">
              <VisuallyHidden>
                <FormattedMessage id="plan.putOn" />
              </VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <Row key={room.uuid} room={room} form={form} place={place} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

type BodyProps = { loaded: Loaded & { branch: string }; close: () => void }

function Placing({ loaded, close }: BodyProps) {
  const { plan, rooms, branch } = loaded
  const words = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<PlanRoom | null>(null)
  const form = useEndpointForm({
    endpoint: contract,
    params: { uuid: branch },
    initial: spotsOf(rooms),
    body: (values) => ({
      rooms: movedRooms(values, rooms),
      updatedAt: plan?.updatedAt.toISOString(),
    }),
    errors: (values) => spotErrors(values, rooms),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const place: Place = (room, spot) => {
    form.setValues(asTyped(room.uuid, spot))
    setMoved(room)
  }
  const spot = moved && spotIn(form.values, moved.uuid)
  const send: typeof form.send = (event) => {
    if (movedRooms(form.values, rooms).length > 0) return form.send(event)
    // Nothing is to be sent.
    event?.preventDefault()
    close()
  }
  return (
    <EndpointForm form={{ ...form, send }} submit="action.save" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id="plan.hint" />
      </Text>
      {plan ? (
        <FloorPlanPicture plan={plan} frameRef={frame}>
          {rooms.map((room) => {
            const at = spotIn(form.values, room.uuid)
            return at ? (
              <Handle
                key={room.uuid}
                room={room}
                spot={at}
                place={place}
                isAbove={moved?.uuid === room.uuid}
                frame={() => frame.current?.getBoundingClientRect()}
              />
            ) : null
          })}
        </FloorPlanPicture>
      ) : null}
      <Text component="output" size="sm" mih="1.5em">
        {moved && spot ? words(moved, spot) : null}
      </Text>
      <Figures rooms={rooms} form={form} place={place} />
    </EndpointForm>
  )
}

export const placeRooms = dialog<{ branch: { uuid: string; name: string } }, Loaded & { branch: string }>({
  title: 'plan.place',
  suffix: ({ branch }) => branch.name,
  size: 'xl',
  load: async ({ branch: { uuid } }) => ({ ...(await call(floorPlan, { params: { uuid } })), branch: uuid }),
  Body: Placing,
})
