import { newRoom } from '@carewatch/contracts/http/rooms'
import { Button } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { IconDoor, IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { isDownAtom } from '../../live/live-state.ts'
import { useMay } from '../../session/may.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { LastBanner } from '../../shell/SignInEnding.tsx'
import { UndoBar } from '../../shell/UndoBar.tsx'
import { FullScreenButton } from '../../ui/controls/FullScreenButton.tsx'
import { WalkLink } from '../../ui/controls/WalkLink.tsx'
import { PrivacySwitch } from '../../ui/people/PrivacySwitch.tsx'
import { useWall } from '../../session/use-wall.ts'
import { type EvaluatedRoom, roomStates } from './room-state.ts'
import { RoomTile } from './RoomTile.tsx'
import styles from './RoomViewPage.module.css'
import type { RoomSearch } from './search.ts'
import { type Rooms, useRooms, type Wall } from './use-rooms.ts'

/** How many alarms wait, how many rooms are in which state, how old that is, and what the wall is not. */
function Summary({ wall: { rooms, at, waiting, isOld } }: { wall: Wall }) {
  const isDown = useAtomValue(isDownAtom)
  const count = (state: EvaluatedRoom['state']) => rooms.filter((each) => each.state === state).length
  const states = roomStates.filter((state) => count(state) > 0)
  return (
    <p className={styles['summary']} data-old={isOld || isDown}>
      <span data-testid="waiting">
        <FormattedMessage id="home.openAlarms" values={{ n: waiting }} />
      </span>
      {states.map((state) => (
        <span key={state}>
          <FormattedMessage id={`rooms.count.${state}`} values={{ n: count(state) }} />
        </span>
      ))}
      <span role={isOld || isDown ? 'alert' : undefined}>
        <FormattedMessage
          id={isOld || isDown ? 'rooms.old' : 'rooms.asOf'}
          values={{ age: <Age key="age" at={at} /> }}
        />
      </span>
      <small>
        <FormattedMessage id="rooms.notMedical" />
      </small>
    </p>
  )
}

type Props = { loaded: Rooms; search: RoomSearch; onSearch: (search: RoomSearch) => void }

/** The wall board: every room at a glance, from across the corridor. */
export function RoomViewPage({ loaded, search, onSearch }: Props) {
  const may = useMay()
  const wall = useRooms(loaded, search.branch)
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>()
  useWall(fullscreen)
  const fullScreenButton = <FullScreenButton fullscreen={fullscreen} toggle={toggle} />
  const add = may(newRoom) ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => openDialog('addBLTRoom', {})}>
      <FormattedMessage id="rooms.add" />
    </Button>
  ) : null
  return (
    <Page
      title="menu.roomView"
      actions={
        <>
          <BranchFilter value={search.branch} onPick={(branch) => onSearch({ branch })} />
          <PrivacySwitch />
          {fullScreenButton}
          <WalkLink branch={search.branch} />
          {add}
        </>
      }
    >
      <div ref={ref} className={styles['wall']} data-wall={fullscreen}>
        <div className={styles['top']}>
          <Summary wall={wall} />
          {fullscreen ? (
            <>
              <LastBanner />
              <UndoBar />
              {fullScreenButton}
            </>
          ) : null}
        </div>
        {wall.rooms.length === 0 ? (
          <Nothing
            icon={<IconDoor aria-hidden />}
            title={<FormattedMessage id="rooms.empty" />}
            why={<FormattedMessage id="rooms.emptyWhy" />}
            action={add}
          />
        ) : (
          <ul className={styles['tiles']}>
            {wall.rooms.map((evaluated) => (
              <RoomTile key={evaluated.room.uuid} evaluated={evaluated} onChange={wall.ask} />
            ))}
          </ul>
        )}
      </div>
    </Page>
  )
}
