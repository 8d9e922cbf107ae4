import { wearerOverview } from '@carewatch/contracts/http/wearer-readings'
import { Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEscape } from '../../dialogs/escape.ts'
import { type Limits, Graphs } from '../../graphs/Graphs.tsx'
import { useZoom } from '../../graphs/use-zoom.ts'
import { call } from '../../http/call.ts'
import { orWithout } from '../../http/or-nothing.ts'
import { type History, loadWearerHistory } from '../../vitals/history.ts'
import { marksOf } from '../../vitals/marks.ts'
import type { Subject } from '../../vitals/subject.ts'
import type { Around } from './around.ts'

const USUAL_MS = 15 * 60_000

type Loaded = { history: History; limits: Limits }
type Props = { of: string; around: Around }

async function load({ of: uuid, around: { span, graph } }: Props): Promise<Loaded> {
  const [history, { overview }] = await Promise.all([
    loadWearerHistory(uuid, span, [graph]),
    call(wearerOverview, { params: { uuid } }),
  ])
  return { history, limits: Object.fromEntries(overview.map(({ metric, limits }) => [metric, limits])) }
}

function Drawn({ of: uuid, around, loaded }: Props & { loaded: Loaded }) {
  const { alarm, at, graph, span } = around
  // As it was found: what comes live may be of whoever wears the watch by now.
  const subject = useMemo(
    (): Subject => ({
      deviceUuids: [],
      expectedIntervalMs: USUAL_MS,
      deviceModel: undefined,
      history: (part) => loadWearerHistory(uuid, part, [graph]),
    }),
    [uuid, graph],
  )
  const marks = useMemo(() => marksOf([{ ...alarm, at }], []), [alarm, at])
  const zoom = useZoom(span, loaded.history, subject)
  useEscape(zoom.part !== null, () => zoom.show(null))
  return (
    <Graphs
      subject={subject}
      whole={span}
      zoom={zoom}
      limits={loaded.limits}
      marks={marks}
      onPlace={null}
      asTable={false}
      only={graph.name}
    />
  )
}

/** How what is measured was before the alarm and since, with the limits. */
export function AlarmGraph({ of, around }: Props) {
  const [first] = useState(around)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isGone = false
    void orWithout(load({ of, around: first })).then((found) => {
      if (!isGone) setLoaded(found)
    })
    return () => {
      isGone = true
    }
  }, [of, first])
  if (!loaded) return null
  return (
    <section data-testid="alarm-graph">
      <Title order={3} fz="md" mb="xs">
        <FormattedMessage id="alarms.around" />
      </Title>
      <Drawn of={of} around={first} loaded={loaded} />
    </section>
  )
}
