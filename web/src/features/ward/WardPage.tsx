import { SegmentedControl } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconUsersGroup } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isDownAtom } from '../../live/live-state.ts'
import { fontSizeAtom } from '../../preferences/preferences.ts'
import { useWall } from '../../session/use-wall.ts'
import { isBareAtom } from '../../shell/bare.ts'
import { FullScreenButton } from '../../ui/controls/FullScreenButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { Clock } from '../../ui/figures/Clock.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { PrivacySwitch } from '../../ui/people/PrivacySwitch.tsx'
import type { Steady } from '../../ui/steady/steady.ts'
import { useSteady } from '../../ui/steady/use-steady.ts'
import { Calls } from './Calls.tsx'
import { OnDuty } from './OnDuty.tsx'
import { PlanBoard } from './PlanBoard.tsx'
import { type WardOrder, wardOrders, type WardSearch } from './search.ts'
import { onlyBranch } from './only-branch.ts'
import type { PlanOf } from './use-plan.ts'
import { type Board, useWard, type Ward } from './use-ward.ts'
import { gridFor } from './ward-grid.ts'
import { urgentFirst, type WardCell as WardCellOf } from './ward-order.ts'
import { WardCell } from './WardCell.tsx'
import { WardPanel } from './WardPanel.tsx'
import styles from './Ward.module.css'

type Props = {
  loaded: Ward
  plan: PlanOf | null
  search: WardSearch
  onSearch: (search: WardSearch) => void
}

/** How many wait, how many there are, who is on duty, the time, and how old what one sees is. */
function Summary({ board, branch }: { board: Board; branch: string | undefined }) {
  const isDown = useAtomValue(isDownAtom)
  const now = useNow()
  const { cells, total, waiting, at } = board
  const isOld = board.isOld || isDown
  return (
    <p className={styles['summary']} data-old={isOld}>
      <b>
        <Clock at={now} />
      </b>
      <span data-testid="waiting">
        <FormattedMessage id="home.openAlarms" values={{ n: waiting }} />
      </span>
      <span>
        {cells.length < total ? (
          <FormattedMessage id="ward.cut" values={{ n: cells.length, total }} />
        ) : (
          <FormattedMessage id="ward.people" values={{ n: total }} />
        )}
      </span>
      {branch ? <OnDuty key={branch} branch={branch} /> : null}
      <span role={isOld ? 'alert' : undefined}>
        <FormattedMessage
          id={isOld ? 'rooms.old' : 'rooms.asOf'}
          values={{ age: <Age key="age" at={at} /> }}
        />
      </span>
      <small>
        <FormattedMessage id="rooms.notMedical" />
      </small>
    </p>
  )
}

function OrderChoice({ value, onPick }: { value: WardOrder; onPick: (by: WardOrder) => void }) {
  const intl = useIntl()
  return (
    <SegmentedControl
      aria-label={intl.formatMessage({ id: 'ward.order' })}
      data={wardOrders.map((by) => ({ value: by, label: intl.formatMessage({ id: `ward.by.${by}` }) }))}
      value={value}
      onChange={onPick}
    />
  )
}

/** Fills the screen, and takes the menu away; what warns stays above it. */
function useBoard() {
  const { toggle, fullscreen } = useFullscreenDocument()
  const setBare = useSetAtom(isBareAtom)
  useWall(fullscreen)
  useEffect(() => {
    setBare(fullscreen)
    return () => setBare(false)
  }, [fullscreen, setBare])
  return { toggle, fullscreen }
}

const AIR = 12
const FONT_PX = { small: 16, large: 18 }

type Place = { width: number; height: number }

/** How much room the board has, from where it begins down to the end of the screen. */
function placeOf(list: HTMLElement, main: HTMLElement): Place {
  const from = list.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop
  return { width: list.clientWidth, height: main.clientHeight - from - AIR }
}

/** As many cells side by side as fit; anew where the screen, the banners or the head above it grow. */
function useGrid(cells: Board['cells']) {
  const [place, setPlace] = useState<Place | null>(null)
  const fontSize = useAtomValue(fontSizeAtom)
  const ref = useCallback((list: HTMLUListElement | null) => {
    const main = list?.closest('main')
    if (!list || !main) return undefined
    const measure = () => {
      const next = placeOf(list, main)
      setPlace((known) => (known?.width === next.width && known.height === next.height ? known : next))
    }
    // Before it is first painted: a board that is laid out twice is read from its beginning twice.
    measure()
    const observer = new ResizeObserver(measure)
    for (const each of [list, list.parentElement, main]) if (each) observer.observe(each)
    return () => observer.disconnect()
  }, [])
  const doubles = cells.filter(({ isUrgent }) => isUrgent).length
  const grid = useMemo(() => {
    if (!place) return null
    const em = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return gridFor(place, { people: cells.length, doubles }, em || FONT_PX[fontSize])
  }, [place, cells.length, doubles, fontSize])
  return { ref, grid }
}

/** A cell that somebody is about to press stays where it is, as large as it is; what happened is told in it at once. */
const steadyCells: Steady<WardCellOf> = {
  keyOf: ({ person }) => person.wearer.uuid,
  stay: ({ isUrgent }, cell) => ({ ...cell, isUrgent }),
}

function Cells({ board, search }: { board: Board; search: WardSearch }) {
  const { shown: cells, hold } = useSteady(board.cells, steadyCells)
  const { ref, grid } = useGrid(cells)
  const placed = useMemo(() => (grid?.fits === false ? urgentFirst(cells) : cells), [cells, grid])
  return (
    <ul
      {...hold}
      ref={ref}
      className={styles['cells']}
      data-testid="ward"
      style={
        grid
          ? {
              gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
              gridAutoRows: `${grid.rowHeight}px`,
            }
          : undefined
      }
      data-columns={grid?.columns}
    >
      {placed.map((cell) => (
        <WardCell
          key={cell.person.wearer.uuid}
          cell={cell}
          search={search}
          isShown={search.person === cell.person.wearer.uuid}
        />
      ))}
    </ul>
  )
}

/** As the order asks for it. */
function Everybody({ board, plan, search }: Pick<Props, 'plan' | 'search'> & { board: Board }) {
  if (search.by !== 'plan') return <Cells board={board} search={search} />
  return <PlanBoard loaded={plan} board={board} search={search} />
}

/** The board of people: who needs somebody, where to run, and how everybody is, from across the corridor. */
export function WardPage({ loaded, plan, search, onSearch }: Props) {
  const { by = 'need', branch, person } = search
  const board = useWard(loaded, { branch, by })
  const { toggle, fullscreen } = useBoard()
  const shown = board.cells.find((cell) => cell.person.wearer.uuid === person)
  return (
    <Page
      title="menu.ward"
      isWide
      actions={
        <>
          <OrderChoice
            value={by}
            onPick={(order) => onSearch({ ...search, by: order === 'need' ? undefined : order })}
          />
          <BranchFilter
            value={branch}
            onPick={(picked) => onSearch({ ...search, branch: picked, person: undefined })}
          />
          <PrivacySwitch />
          <FullScreenButton fullscreen={fullscreen} toggle={toggle} />
        </>
      }
    >
      <Summary board={board} branch={branch ?? onlyBranch(board.cells.map(({ person: of }) => of))} />
      <Calls calls={board.calls} />
      {board.cells.length === 0 ? (
        <Nothing
          icon={<IconUsersGroup aria-hidden />}
          title={<FormattedMessage id="wearers.emptyResidents" />}
          why={<FormattedMessage id="wearers.emptyResidentsWhy" />}
        />
      ) : (
        <Everybody board={board} plan={plan} search={search} />
      )}
      <WardPanel uuid={person} cell={shown} onClose={() => onSearch({ ...search, person: undefined })} />
    </Page>
  )
}
