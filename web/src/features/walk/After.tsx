import type { Calibration } from '@carewatch/contracts/http/calibration'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/page/Notice.tsx'
import type { Ending } from './use-walk.ts'
import { nextRoom } from './walk-state.ts'
import styles from './Walk.module.css'

type Room = Calibration['rooms'][number]
type Named = { uuid: string; name: string }
export type Past = { room: Named; ending: Ending | 'finished' }

type Props = {
  past: Past
  rooms: readonly Room[]
  onBegin: ((room: Room) => void) | undefined
}

/** How the last walk ended, and the next room at once. */
export function After({ past: { room, ending }, rooms, onBegin }: Props) {
  const next = nextRoom(rooms, room.uuid)
  const offered = useRef<HTMLButtonElement>(null)
  useEffect(() => offered.current?.focus(), [next?.uuid])
  const values = { room: <bdi key="room">{room.name}</bdi> }
  if (ending !== 'finished')
    return (
      <Notice tone="critical">
        <FormattedMessage id={`walk.${ending}`} values={values} />
      </Notice>
    )
  return (
    <section className={styles['after']} data-testid="walk-after">
      <output>
        <b>
          <FormattedMessage id="walk.done" values={values} />
        </b>
        {next ? null : <FormattedMessage id="walk.allDone" />}
      </output>
      {next && onBegin ? (
        <Button ref={offered} onClick={() => onBegin(next)}>
          {/* One text: as parts of the button they would stand without the space between them. */}
          <span>
            <FormattedMessage id="walk.next" values={{ room: <bdi key="room">{next.name}</bdi> }} />
          </span>
        </Button>
      ) : null}
    </section>
  )
}
