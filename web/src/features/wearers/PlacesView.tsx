import type { Device } from '@carewatch/contracts/http/devices'
import { positionsCsv } from '@carewatch/contracts/http/exports'
import type { Wearer } from '@carewatch/contracts/http/wearers'
import { Button } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { FenceLayer } from '../../tracks/FenceLayer.tsx'
import { DaySpan } from '../../tracks/days.ts'
import { TrackView } from '../../tracks/TrackView.tsx'
import { download } from '../../ui/controls/download.ts'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { wearerSubject } from '../../vitals/subject.ts'
import type { Places } from './load-places.ts'
import { nameOf } from './names.ts'
import type { PersonSearch } from './page-search.ts'

type Props = {
  wearer: Wearer
  devices: readonly Device[]
  /** Null: it is not for this viewer to know. */
  places: Places | null
  search: PersonSearch
  onSearch: (search: PersonSearch) => void
}

/** Where a person was, over everything they wore. */
export function PlacesView({ wearer, devices, places, search, onSearch }: Props) {
  if (!places) {
    return (
      <Nothing
        icon={<IconLock aria-hidden />}
        title={<FormattedMessage id="wearer.placesNotShared" />}
        why={<FormattedMessage id="wearer.placesNotSharedWhy" />}
      />
    )
  }
  const { track, home, fences } = places
  const { uuid } = wearer
  const { expectedIntervalMs } = wearerSubject(wearer, devices)
  const take = () => void download(positionsCsv, { wearerUUID: uuid, from: track.from, to: track.to })
  return (
    <>
      <TrackView
        key={`${track.day}/${track.days}`}
        subject={{ uuid, name: nameOf(wearer), person: wearer, expectedIntervalMs }}
        track={track}
        home={home}
        ground={<FenceLayer fences={fences} />}
        playsAtOnce={search.play ?? false}
        onPick={({ day, days, play }) =>
          onSearch({ ...search, day, days: DaySpan.catch(7).parse(days), play })
        }
      />
      <div>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={take}>
          <FormattedMessage id="export.positionsCsv" />
        </Button>
      </div>
    </>
  )
}
