import { takeIncident } from '@carewatch/contracts/http/incidents'
import { wearerCare } from '@carewatch/contracts/http/wearers'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { Button, CloseButton, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { attempt } from '../../feedback/attempt.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { useMay } from '../../session/may.ts'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { CareFacts } from '../../ui/people/CareFacts.tsx'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { PortraitOf } from '../../ui/people/Portrait.tsx'
import { loadPanel, type PanelOf } from './load-panel.ts'
import styles from './Ward.module.css'
import type { WardCell } from './ward-order.ts'

function IncidentCard({ incident }: { incident: Incident<Notification> }) {
  const may = useMay()
  const { first, acknowledged, all } = incident
  return (
    <div className={styles['incident']}>
      <SeverityMark severity={first.severity} />
      <b>
        <IncidentText incident={incident} />
      </b>
      <Age at={first.createdAt} />
      {acknowledged && first.acknowledgedBy ? (
        <span>
          <FormattedMessage
            id="notifications.acknowledgedBy"
            values={{ name: <bdi key="by">{first.acknowledgedBy}</bdi> }}
          />
        </span>
      ) : null}
      <div className={styles['buttons']}>
        {!acknowledged && may(takeIncident) ? <AcknowledgeButton incident={incident} /> : null}
        <Button
          h={44}
          variant="default"
          onClick={() => openDialog('alarm', { uuid: incident.uuid, notifications: all })}
        >
          <FormattedMessage id="devices.open" />
        </Button>
      </div>
    </div>
  )
}

/** Graphs are drawn by a library of their own. */
const WardGraphs = lazy(async () => ({ default: (await import('./WardGraphs.tsx')).WardGraphs }))
/** The map is drawn by a library of its own. */
const PanelMap = lazy(async () => ({ default: (await import('./PanelMap.tsx')).PanelMap }))

type BodyProps = { cell: WardCell; uuid: string; shown: Pick<WearerSummary, 'name' | 'imageUrl'> }

function Body({ cell, uuid, shown }: BodyProps) {
  const may = useMay()
  const [loaded, setLoaded] = useState<PanelOf | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    void attempt(() => loadPanel(uuid)).then((found) => {
      if (!isGone) setLoaded(found ?? 'failed')
    })
    return () => {
      isGone = true
    }
  }, [uuid])
  const [incident] = cell.incidents
  return (
    <div className={styles['panel']} data-testid="ward-panel">
      {cell.incidents.map((each) => (
        <IncidentCard key={each.uuid} incident={each} />
      ))}
      <div className={styles['buttons']}>
        <LinkButton to="/people/$uuid" params={{ uuid }} variant="default" h={44}>
          <FormattedMessage id="ward.whole" />
        </LinkButton>
        <LinkButton to="/people/$uuid" params={{ uuid }} search={{ view: 'places' }} variant="default" h={44}>
          <FormattedMessage id="wearer.view.places" />
        </LinkButton>
      </div>
      {may(wearerCare) ? (
        <section>
          <Title order={3} fz="md" mb="xs">
            <FormattedMessage id="care.title" />
          </Title>
          <CareFacts
            of={uuid}
            {...(incident && { alarm: incident.first.alarmUuid ?? incident.first.uuid })}
          />
        </section>
      ) : null}
      {loaded === 'failed' ? null : loaded ? (
        <>
          <Suspense fallback={<PageLoading />}>
            <WardGraphs of={loaded} />
          </Suspense>
          <Suspense fallback={null}>
            <PanelMap
              shown={shown}
              alarms={cell.incidents.flatMap(({ all }) => all)}
              devices={loaded.devices}
            />
          </Suspense>
        </>
      ) : (
        <PageLoading />
      )}
    </div>
  )
}

/** Where the screens begin, below what warns: a call for help that comes while somebody is looked at stays in sight. */
function useTopOfMain(): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const main = document.querySelector('main')
    if (!main) return undefined
    const observer = new ResizeObserver(() => setTop(main.getBoundingClientRect().top))
    observer.observe(main)
    return () => observer.disconnect()
  }, [])
  return top
}

/** Escape pressed in there, and not in a dialog above it: that one goes first, and is gone by the time the key comes here. */
function useEscape(ref: RefObject<HTMLElement | null>, leave: () => void): void {
  const isBelow = useRef(false)
  const note = () => {
    isBelow.current = document.querySelector('[role=dialog][aria-modal=true]') !== null
  }
  useWindowEvent('keydown', note, { capture: true })
  useWindowEvent('keydown', ({ key, target, defaultPrevented }) => {
    const isHere = target instanceof Node && ref.current?.contains(target)
    if (key === 'Escape' && isHere && !isBelow.current && !defaultPrevented) leave()
  })
}

type Props = { uuid: string | undefined; cell: WardCell | undefined; onClose: () => void }

function Panel({ uuid, cell, onClose }: Props & { uuid: string; cell: WardCell }) {
  const intl = useIntl()
  const titleId = useId()
  const privacy = useAtomValue(privacyAtom)
  const top = useTopOfMain()
  const ref = useRef<HTMLDialogElement>(null)
  const { wearer } = cell.person
  const showsNames = privacy === 'names'
  const shown = showsNames
    ? { name: wearer.name, imageUrl: wearer.imageUrl }
    : { name: dottedInitials(wearer.name), imageUrl: null }
  const lies = bedsideOf(intl, wearer)
  useEscape(ref, onClose)
  useEffect(() => {
    ref.current?.focus()
    return () => document.querySelector<HTMLElement>(`[data-person="${uuid}"]`)?.focus()
  }, [uuid])
  return (
    <dialog
      open
      ref={ref}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles['beside']}
      style={{ insetBlockStart: top }}
    >
      <header className={styles['title']}>
        {showsNames ? <PortraitOf wearer={wearer} size="row" /> : null}
        <h2 id={titleId}>
          <bdi>{shown.name}</bdi>
          {lies ? <bdi>{lies}</bdi> : null}
        </h2>
        <CloseButton
          size={44}
          iconSize={20}
          aria-label={intl.formatMessage({ id: 'action.close' })}
          onClick={onClose}
        />
      </header>
      {/* Of what they wear now: what another watch measured was of somebody else. */}
      <Body
        key={[uuid, ...cell.person.devices.map((device) => device.uuid)].join()}
        uuid={uuid}
        cell={cell}
        shown={shown}
      />
    </dialog>
  )
}

/** Somebody beside the board: what is open, what to know of them, and how they were in the last day. Escape closes it, and one is back at their cell. */
export function WardPanel({ uuid, cell, onClose }: Props) {
  return uuid && cell ? <Panel uuid={uuid} cell={cell} onClose={onClose} /> : null
}
