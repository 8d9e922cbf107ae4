import { newWearer } from '@carewatch/contracts/http/wearers'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { useIsFamily } from '../../session/is-family.ts'
import { useMay } from '../../session/may.ts'
import { LinkTabs, linkTab } from '../../ui/page/LinkTabs.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { Portrait } from '../../ui/people/Portrait.tsx'
import { AboutSection } from './AboutSection.tsx'
import { CareSection } from './CareSection.tsx'
import { confirmRight } from './checked.ts'
import { RoomAndBed } from './columns.tsx'
import { HistorySection } from './HistorySection.tsx'
import type { Loaded } from './load.ts'
import { nameOf } from './names.ts'
import { OpenSection } from './OpenSection.tsx'
import { type PersonSearch, type PersonView, personViews } from './page-search.ts'
import { PlacesView } from './PlacesView.tsx'
import { RoutineSection } from './RoutineSection.tsx'
import { StayMark } from './StayMark.tsx'
import { useReloadAt } from './use-reload-at.ts'
import { VitalsView } from './VitalsView.tsx'
import { WearsSection } from './WearsSection.tsx'
import styles from './Wearers.module.css'

const route = getRouteApi('/_shell/people/$uuid')

/** Made of a watch and its owner by the move from an older version: somebody has to look. */
function PleaseCheck({ wearer }: Pick<Loaded, 'wearer'>) {
  const may = useMay()
  if (!wearer.toCheck || !may(newWearer)) return null
  return (
    <Notice tone="caution" title={<FormattedMessage id="wearers.toCheck" />}>
      <p>
        <FormattedMessage id="wearer.checkWhy" values={{ name: <bdi key="name">{nameOf(wearer)}</bdi> }} />
      </p>
      <Button variant="default" onClick={() => void confirmRight(wearer)}>
        <FormattedMessage id="wearers.right" />
      </Button>
    </Notice>
  )
}

function Tabs({ shown }: { shown: PersonView }) {
  const intl = useIntl()
  const { uuid } = route.useParams()
  const search = route.useSearch()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'wearer.views' })}>
      {personViews.map((view) => (
        <Link
          key={view}
          to="/people/$uuid"
          params={{ uuid }}
          // The one shown keeps what was chosen in it.
          search={view === shown ? search : view === 'about' ? {} : { view }}
          className={linkTab}
          activeOptions={{ includeSearch: true, exact: true }}
          aria-current={shown === view ? 'page' : undefined}
        >
          <FormattedMessage id={`wearer.view.${view}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

/** Who somebody is, what they wear, what is open of them, and what they wore before. */
function About({ wearer, assignments, worn, open, routine }: Loaded) {
  return (
    <>
      <PleaseCheck wearer={wearer} />
      <AboutSection wearer={wearer} />
      <Sections>
        <WearsSection wearer={wearer} worn={worn} />
        {open ? <OpenSection open={open} /> : null}
        {routine ? <RoutineSection wearer={wearer} routine={routine} /> : null}
        <CareSection wearer={wearer} />
        <HistorySection wearer={wearer} assignments={assignments} />
      </Sections>
    </>
  )
}

function View(loaded: Loaded) {
  const { wearer, worn, vitals, places } = loaded
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (next: PersonSearch) => void navigate({ search: next })
  const devices = useMemo(() => worn.flatMap(({ device }) => device ?? []), [worn])
  const shown = { wearer, devices, search, onSearch }
  if (vitals) return <VitalsView {...shown} vitals={vitals} />
  if (search.view === 'places') return <PlacesView {...shown} places={places} />
  return <About {...loaded} />
}

/** Beside what is measured of somebody and where they were: what they look like, where they lie, and that they are not here. */
function Where({ wearer }: Pick<Loaded, 'wearer'>) {
  const { room, bed, status, imageUrl } = wearer
  return (
    <div className={styles['where']}>
      <Portrait name={nameOf(wearer)} imageUrl={imageUrl} size="row" />
      {room || bed ? (
        <span>
          <RoomAndBed wearer={wearer} />
        </span>
      ) : null}
      {status === 'ACTIVE' ? null : <StayMark wearer={wearer} />}
    </div>
  )
}

/** A person under care, whatever they wear. */
export function WearerPage(loaded: Loaded) {
  const { wearer, assignments, worn } = loaded
  const isFamily = useIsFamily()
  const { view = 'about' } = route.useSearch()
  useWatchedDevices(worn.flatMap(({ device }) => device?.uuid ?? []))
  useReloadAt(assignments.flatMap(({ startedAt, endedAt }) => (endedAt ? [startedAt, endedAt] : [startedAt])))
  return (
    <Page title={isFamily ? 'page.person' : 'page.resident'} subject={nameOf(wearer)}>
      {view === 'about' ? null : <Where wearer={wearer} />}
      <Tabs shown={view} />
      <View {...loaded} />
    </Page>
  )
}
