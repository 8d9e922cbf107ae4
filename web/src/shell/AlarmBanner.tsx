import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { incidentsAtom, unansweredAtom, waitingAtom } from '../live/notifications.ts'
import { useReceipt } from '../live/use-receipt.ts'
import { privacyAtom } from '../preferences/wall-names.ts'
import { userAtom } from '../session/session.ts'
import { IncidentText } from '../ui/alarms/IncidentText.tsx'
import { AcknowledgeButton } from '../ui/alarms/AcknowledgeButton.tsx'
import { NextCall } from '../ui/alarms/NextCall.tsx'
import { Age } from '../ui/figures/Age.tsx'
import { SeverityIcon } from '../ui/alarms/SeverityMark.tsx'
import { placeInitials, placeName } from '../ui/people/place-name.ts'
import styles from './AlarmBanner.module.css'
import { notificationsOf } from './navigation.ts'
import { Who } from '../ui/people/Who.tsx'
import { PortraitOf } from '../ui/people/Portrait.tsx'
import { rowsShown } from '../ui/steady/steady.ts'
import { useHold } from '../ui/steady/use-hold.ts'
import { Painted } from '../ui/steady/use-steady.ts'

/** Whoever is about to press on one of them rests on it as long as they like: what came meanwhile stands below. */
const RESTING = { on: '[data-acknowledged=false]', parkedMs: Infinity }
/** Where another stood just now, a finger may be on its way. */
const TAKEOVER_MS = 1_500

/** Who stands in the banner: who is first of those whom nobody has answered; while somebody is about to press there, who stood there, and who is first by now below. */
function useRows(first: string | undefined) {
  const { isHeld, hold, hand } = useHold(RESTING)
  const [painted] = useState(() => new Painted<string>([]))
  const touched = hand.on()?.closest<HTMLElement>('[data-incident]')?.dataset['incident'] ?? null
  const one = first === undefined ? [] : [first]
  const rows = isHeld && first !== undefined ? rowsShown(painted.last(), first, touched) : one
  useLayoutEffect(() => painted.keep(rows))
  return { rows, hold }
}

/** Where they have no room together, whoever came last is in sight: nobody is graver. */
function useLastInSight(last: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const lowest = box.current?.lastElementChild
    if (!box.current || !(lowest instanceof HTMLElement)) return
    const { offsetTop, offsetHeight } = lowest
    box.current.scrollTop = Math.min(offsetTop, offsetTop + offsetHeight - box.current.clientHeight)
  }, [last])
  return box
}

/** What happened to the first person whom nobody has answered yet, on every screen, with one tap to answer it. */
export function AlarmBanner() {
  const [first] = useAtomValue(unansweredAtom)
  const incidents = useAtomValue(incidentsAtom)
  const { rows, hold } = useRows(first?.uuid)
  const box = useLastInSight(rows.at(-1))
  const shown = rows.flatMap((uuid) => incidents.find((each) => each.uuid === uuid) ?? [])
  if (shown.length === 0) return null
  return (
    <div {...hold} ref={box} className={styles['rows']} data-testid="alarm-banner">
      {shown.map((incident, index) => (
        <Banner key={incident.uuid} incident={incident} isAlone={shown.length === 1}>
          {index === 0 ? <More shown={shown} /> : null}
        </Banner>
      ))}
    </div>
  )
}

/** How many wait beside those that stand here. */
function More({ shown }: { shown: readonly Incident<Notification>[] }) {
  const user = useAtomValue(userAtom)
  const n = useAtomValue(waitingAtom) - shown.filter(({ acknowledged }) => !acknowledged).length
  if (!user || n <= 0) return null
  return (
    <Link className={styles['more']} to={notificationsOf(user.role)}>
      <FormattedMessage id="banner.more" values={{ n }} />
    </Link>
  )
}

type Props = { incident: Incident<Notification>; isAlone: boolean; children: ReactNode }

function Banner({ incident, isAlone, children }: Props) {
  const { first, all, acknowledged } = incident
  const [arrives] = useState(isAlone)
  const receipt = useReceipt(all)
  // It stands above the wall too, where visitors pass.
  const showsNames = useAtomValue(privacyAtom) === 'names'
  return (
    <div
      {...receipt}
      className={styles['banner']}
      data-severity={first.severity}
      data-acknowledged={acknowledged}
      data-incident={incident.uuid}
      data-arrives={arrives}
    >
      <SeverityIcon severity={first.severity} size={30} />
      {showsNames ? <PortraitOf wearer={first.wearer} size="row" /> : null}
      <div className={styles['text']} role={acknowledged ? undefined : 'alert'}>
        <b>
          <FormattedMessage id={`severity.${first.severity}`} /> ·{' '}
          <Who wearer={first.wearer} name={showsNames ? placeName(first) : placeInitials(first)} />
        </b>
        <span>
          <IncidentText incident={incident} />
        </span>
      </div>
      {acknowledged ? (
        <span>
          <Taken by={first.acknowledgedBy} />
        </span>
      ) : (
        <>
          <Age at={first.lastAt} className={styles['age']} />
          {/* Outside of what is read out: its seconds change. */}
          <span className={styles['next']}>
            <NextCall incident={incident} />
          </span>
        </>
      )}
      {children}
      {acknowledged ? null : <AcknowledgeButton incident={incident} restMs={TAKEOVER_MS} />}
    </div>
  )
}

/** Whoever pressed sees where they pressed that it is done; the next one stands below. */
const Taken = ({ by }: { by: string | null }) =>
  by ? (
    <FormattedMessage id="notifications.acknowledgedBy" values={{ name: <bdi key="by">{by}</bdi> }} />
  ) : (
    <FormattedMessage id="rooms.acknowledged" />
  )
