import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { Graphs } from '../../graphs/Graphs.tsx'
import { useZoom } from '../../graphs/use-zoom.ts'
import { wearerSubject } from '../../vitals/subject.ts'
import { VitalTiles } from '../../vitals/VitalTiles.tsx'
import type { PanelOf } from './load-panel.ts'

/** How somebody is, and was in the last day. */
export function WardGraphs({ of: { wearer, devices, overview, whole, history } }: { of: PanelOf }) {
  const subject = useMemo(() => wearerSubject(wearer, devices), [wearer, devices])
  const zoom = useZoom(whole, history, subject)
  const limits = useMemo(
    () => Object.fromEntries(overview.map(({ metric, limits: sides }) => [metric, sides])),
    [overview],
  )
  return (
    <>
      <VitalTiles subject={subject} overview={overview} />
      <Title order={3} fz="md">
        <FormattedMessage id="ward.lastDay" />
      </Title>
      <Graphs
        subject={subject}
        whole={whole}
        zoom={zoom}
        limits={limits}
        marks={null}
        onPlace={null}
        asTable={false}
      />
    </>
  )
}
