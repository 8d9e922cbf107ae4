import { type branchDetails, updateBranch } from '@carewatch/contracts/http/branches'
import type { floorPlan } from '@carewatch/contracts/http/floor-plans'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { User } from '@carewatch/contracts/http/user-forms'
import { Button, Pill, PillGroup } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { waitingAtom } from '../../live/notifications.ts'
import { FloorPlanSection } from './FloorPlanSection.tsx'
import { useMay } from '../../session/may.ts'
import { AddDevice } from '../../dialogs/AddDevice.tsx'
import { Counts } from '../../ui/page/Counts.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { LimitList } from '../../ui/devices/LimitList.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { WalkLink } from '../../ui/controls/WalkLink.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { HouseRoutine } from '../../ui/people/HouseRoutine.tsx'
import { PeopleList } from '../../ui/people/PeopleList.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { StatusMark } from '../../ui/devices/StatusMark.tsx'

type Props = Reply<typeof branchDetails> & {
  /** Null: it could not be read, and the rest is shown without it. */
  plan: Reply<typeof floorPlan> | null
  people: readonly User[]
  outOfReach?: ReadonlySet<string>
  /** What other features say of the branch, before and after what it is itself. */
  before?: ReactNode
  after?: ReactNode
}

function Rooms({ rooms }: Pick<Props, 'rooms'>) {
  if (rooms.length === 0) return <FormattedMessage id="branches.noRooms" />
  return (
    <PillGroup>
      {rooms.map(({ uuid, name, status }) => (
        <Pill key={uuid} size="md">
          <bdi>{status ? `${name} · ${status}` : name}</bdi>
        </Pill>
      ))}
    </PillGroup>
  )
}

const SETTLE_MS = 500

/** How many wait in one branch the server says: asked again when something came or was answered. */
function useFreshWaiting(): void {
  const router = useRouter()
  const waiting = useAtomValue(waitingAtom)
  const shown = useRef(waiting)
  useEffect(() => {
    if (waiting === shown.current) return
    const later = setTimeout(() => {
      shown.current = waiting
      void router.invalidate()
    }, SETTLE_MS)
    return () => clearTimeout(later)
  }, [waiting, router])
}

function HowMany({ counts, rooms }: Pick<Props, 'counts' | 'rooms'>) {
  useFreshWaiting()
  return (
    <Counts
      counts={[
        { label: 'dashboard.unacknowledged', n: counts.waiting, tone: 'critical' },
        { label: 'companies.people', n: counts.people },
        { label: 'page.devices', n: counts.devices },
        { label: 'branches.gateways', n: counts.gateways },
        { label: 'branches.rooms', n: rooms.length },
      ]}
    />
  )
}

function About({ branch }: Pick<Props, 'branch'>) {
  const { code, company, timeZone, isActive, heardUntil, roomStatuses } = branch
  return (
    <Facts
      facts={[
        { label: 'branches.code', value: <bdi>{code}</bdi> },
        { label: 'list.status', value: <StatusMark isActive={isActive} /> },
        ...(heardUntil
          ? [{ label: 'companies.heardUntil' as const, value: <Moment at={heardUntil} /> }]
          : []),
        {
          label: 'branches.company',
          value: (
            <LinkText to="/admin/company/$uuid" params={{ uuid: company.uuid }}>
              <bdi>{company.name}</bdi>
            </LinkText>
          ),
        },
        { label: 'branches.timeZone', value: <bdi dir="ltr">{timeZone}</bdi> },
        { label: 'branches.roomStatuses', value: roomStatuses.join(', ') },
      ]}
    />
  )
}

function OwnLimits({ uuid, limits }: { uuid: string; limits: Props['limits'] }) {
  const may = useMay()
  const edit = may(updateBranch) ? (
    <Button variant="default" onClick={() => openDialog('branchLimits', { uuid })}>
      <FormattedMessage id="action.edit" />
    </Button>
  ) : null
  const hasSome = Object.values(limits).some((of) => Object.keys(of).length > 0)
  return (
    <Section title="companies.limits" actions={edit}>
      {hasSome ? <LimitList limits={limits} /> : <FormattedMessage id="branches.noLimits" />}
    </Section>
  )
}

const EditRoutine = ({ uuid }: { uuid: string }) => (
  <Button variant="default" onClick={() => openDialog('houseRoutine', { uuid, of: 'branch' })}>
    <FormattedMessage id="action.edit" />
  </Button>
)

export function BranchPage({ people, outOfReach, plan, before, after, ...loaded }: Props) {
  const { branch, limits, routine, companyRoutine, rooms, counts } = loaded
  const may = useMay()
  const { uuid, name, company } = branch
  const edit = may(updateBranch) ? (
    <Button variant="default" onClick={() => openDialog('addBranchPopover', { uuid })}>
      <FormattedMessage id="action.edit" />
    </Button>
  ) : null
  const actions = (
    <>
      <LinkButton to="/admin/gateway/roomViewInteractions" search={{ branch: uuid }} variant="default">
        <FormattedMessage id="menu.roomView" />
      </LinkButton>
      <WalkLink branch={uuid} />
      <AddDevice company={company} branch={branch} />
    </>
  )
  return (
    <Page title="menu.branch" subject={name} actions={actions}>
      <HowMany counts={counts} rooms={rooms} />
      {before}
      <Sections>
        <Section title="branches.about" actions={edit}>
          <About branch={branch} />
        </Section>
        <Section title="branches.staff" actions={edit}>
          <PeopleList people={people} outOfReach={outOfReach} />
        </Section>
        <OwnLimits uuid={uuid} limits={limits} />
        <HouseRoutine
          company={companyRoutine ?? {}}
          branch={routine ?? {}}
          actions={may(updateBranch) ? <EditRoutine uuid={uuid} /> : null}
        />
        <Section title="branches.rooms">
          <Rooms rooms={rooms} />
        </Section>
      </Sections>
      {plan ? <FloorPlanSection branch={branch} {...plan} /> : null}
      {after}
    </Page>
  )
}
