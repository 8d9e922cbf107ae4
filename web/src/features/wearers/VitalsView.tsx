import { alarmsCsv, exportFhirPerson } from '@carewatch/contracts/http/exports'
import type { Device } from '@carewatch/contracts/http/devices'
import type { Wearer } from '@carewatch/contracts/http/wearers'
import { Button } from '@mantine/core'
import { IconDownload, IconReportMedical } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { Graphs } from '../../graphs/Graphs.tsx'
import { TakeCsv, Toolbar } from '../../graphs/Toolbar.tsx'
import { useZoom } from '../../graphs/use-zoom.ts'
import { ViewChoice } from '../../graphs/ViewChoice.tsx'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { useIsFamily } from '../../session/is-family.ts'
import { useMay } from '../../session/may.ts'
import { download } from '../../ui/controls/download.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { wearerSubject } from '../../vitals/subject.ts'
import { VitalTiles } from '../../vitals/VitalTiles.tsx'
import { ZoneNote } from '../../vitals/ZoneNote.tsx'
import type { Vitals } from './load-vitals.ts'
import type { PersonSearch } from './page-search.ts'
import { SpanChoice } from './SpanChoice.tsx'
import styles from './Wearers.module.css'

type Props = {
  wearer: Wearer
  devices: readonly Device[]
  vitals: Vitals
  search: PersonSearch
  onSearch: (search: PersonSearch) => void
}

/** What is shown, to take away. */
function Take({ wearer: { uuid }, vitals: { whole } }: Pick<Props, 'wearer' | 'vitals'>) {
  const may = useMay()
  const isFamily = useIsFamily()
  const { from, to } = whole
  return (
    <>
      {may(alarmsCsv) ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download(alarmsCsv, { wearerUUID: uuid, from, to })}
        >
          <FormattedMessage id="export.alarmsCsv" />
        </Button>
      ) : null}
      {may(exportFhirPerson) && !isFamily ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download(exportFhirPerson, { from, to }, { uuid })}
        >
          <FormattedMessage id="export.fhirPerson" />
        </Button>
      ) : null}
      <LinkButton
        to="/user/report"
        search={{ person: uuid }}
        variant="default"
        leftSection={<IconReportMedical size={18} aria-hidden />}
      >
        <FormattedMessage id="monitoring.report" />
      </LinkButton>
    </>
  )
}

function Shown({ wearer, devices, vitals, search, onSearch }: Props) {
  const { whole, overview, history, limits, marks } = vitals
  const subject = useMemo(() => wearerSubject(wearer, devices), [wearer, devices])
  const zoom = useZoom(whole, history, subject)
  const { as = 'graph' } = search
  return (
    <>
      <VitalTiles subject={subject} overview={overview} />
      <div className={styles['choices']}>
        <SpanChoice search={search} onSearch={onSearch} />
        <ViewChoice value={as} onChange={(view) => onSearch({ ...search, as: view })} />
      </div>
      <Toolbar whole={whole} zoom={zoom}>
        <TakeCsv of={{ wearerUUID: wearer.uuid }} whole={whole} zoom={zoom} />
        <Take wearer={wearer} vitals={vitals} />
      </Toolbar>
      <ZoneNote span={whole} />
      <Graphs
        subject={subject}
        whole={whole}
        zoom={zoom}
        limits={limits}
        marks={marks}
        onPlace={null}
        asTable={as === 'table'}
      />
    </>
  )
}

/** What was measured of a person over everything they wore: the newest first, then as graphs. */
export const VitalsView = (props: Props) => (
  <ZoneOf zone={props.vitals.zone}>
    <Shown key={props.vitals.whole.from.getTime()} {...props} />
  </ZoneOf>
)
