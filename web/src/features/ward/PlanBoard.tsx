import { allBranches } from '@carewatch/contracts/http/branches'
import { type PlanRoom as PlanRoomOf, sendFloorPlan } from '@carewatch/contracts/http/floor-plans'
import { IconMap } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FloorPlanPicture } from '../../floor-plan/FloorPlanPicture.tsx'
import { useMay } from '../../session/may.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { PlanPerson, PlanRoom } from './PlanRoom.tsx'
import type { WardSearch } from './search.ts'
import styles from './Plan.module.css'
import { type PlanOf, usePlan } from './use-plan.ts'
import type { Board } from './use-ward.ts'
import ward from './Ward.module.css'
import type { WardCell } from './ward-order.ts'
import { onPlan } from './ward-plan.ts'
import { WardCell as WardCellOf } from './WardCell.tsx'
import { Away, Where } from './WardMarks.tsx'

/** Who is nowhere on the plan, and where they are instead, as far as that is known. */
function Beside({ cells, search }: { cells: readonly WardCell[]; search: WardSearch }) {
  const intl = useIntl()
  if (cells.length === 0) return null
  return (
    <section className={styles['beside']} aria-labelledby="beside-plan">
      <h2 id="beside-plan">
        <FormattedMessage id="plan.beside" />
      </h2>
      <ul className={styles['people']} data-testid="plan-beside">
        {cells.map((cell) => (
          <PlanPerson
            key={cell.person.wearer.uuid}
            cell={cell}
            isHere={false}
            search={search}
            after={
              <span className={styles['where']}>
                {cell.person.wearer.status === 'AWAY' ? (
                  <Away person={cell.person} />
                ) : (
                  <>
                    <span>{bedsideOf(intl, cell.person.wearer)}</span>
                    <Where person={cell.person} />
                  </>
                )}
              </span>
            }
          />
        ))}
      </ul>
    </section>
  )
}

/** Who cannot wait stands beside the plan as well, large and with the button. */
function Urgent({ cells, search }: { cells: readonly WardCell[]; search: WardSearch }) {
  const urgent = cells.filter(({ isUrgent }) => isUrgent)
  if (urgent.length === 0) return null
  return (
    <ul className={`${styles['urgent']} ${ward['urgent']}`} data-testid="plan-urgent">
      {urgent.map((cell) => (
        <WardCellOf key={cell.person.wearer.uuid} cell={cell} search={search} isShown={false} />
      ))}
    </ul>
  )
}

/** What is missing for a plan to be shown, and who may give it. */
function NoPlan({ shown }: { shown: PlanOf | null }) {
  const may = useMay()
  const branch = shown?.branch
  if (shown && !shown.found)
    return (
      <Nothing
        icon={<IconMap aria-hidden />}
        title={<FormattedMessage id="plan.notLoaded" />}
        why={<FormattedMessage id="plan.notLoadedWhy" />}
      />
    )
  const isChosen = branch !== undefined || !may(allBranches)
  const action =
    branch !== undefined && may(sendFloorPlan) ? (
      <LinkButton to="/admin/branch/$uuid" params={{ uuid: branch }} variant="default">
        <FormattedMessage id="menu.branch" />
      </LinkButton>
    ) : undefined
  return (
    <Nothing
      icon={<IconMap aria-hidden />}
      title={<FormattedMessage id={isChosen ? 'plan.none' : 'plan.choose'} />}
      why={<FormattedMessage id={isChosen ? 'plan.noneWhy' : 'plan.chooseWhy'} />}
      action={action}
    />
  )
}

const NO_ROOMS: readonly PlanRoomOf[] = []

type Props = { loaded: PlanOf | null; board: Board; search: WardSearch }

/** The people where they are in the house; everybody who is nowhere on the picture stands beside it. */
export function PlanBoard({ loaded, board, search }: Props) {
  const shown = usePlan(loaded)
  const { plan = null, rooms: all = NO_ROOMS } = shown?.found ?? {}
  const { cells, calls } = board
  const branch = shown?.branch
  const { rooms, beside } = useMemo(
    () => onPlan({ branch, rooms: plan ? all : NO_ROOMS }, { cells, calls }),
    [branch, plan, all, cells, calls],
  )
  if (!plan)
    return (
      <>
        <Urgent cells={cells} search={search} />
        <NoPlan shown={shown} />
        <Beside cells={beside} search={search} />
      </>
    )
  const unplaced = all.length - rooms.length
  return (
    <div className={styles['plan']}>
      <Urgent cells={cells} search={search} />
      <FloorPlanPicture plan={plan}>
        <ul className={styles['rooms']}>
          {rooms.map((placed, index) => (
            <PlanRoom key={placed.room.uuid} placed={placed} order={rooms.length - index} search={search} />
          ))}
        </ul>
      </FloorPlanPicture>
      <Beside cells={beside} search={search} />
      <p className={styles['legend']}>
        <FormattedMessage id="plan.legend" />{' '}
        {unplaced > 0 ? <FormattedMessage id="plan.unplaced" values={{ n: unplaced }} /> : null}
      </p>
    </div>
  )
}
