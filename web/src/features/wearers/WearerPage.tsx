import { allAlarms } from '@carewatch/contracts/http/alarms'
import { newWearer } from '@carewatch/contracts/http/wearers'
import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { useIsFamily } from '../../session/is-family.ts'
import { useMay } from '../../session/may.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { AboutSection } from './AboutSection.tsx'
import { CareSection } from './CareSection.tsx'
import { confirmRight } from './checked.ts'
import { HistorySection } from './HistorySection.tsx'
import type { Loaded } from './load.ts'
import { nameOf } from './names.ts'
import { OpenSection } from './OpenSection.tsx'
import { useReloadAt } from './use-reload-at.ts'
import { WearsSection } from './WearsSection.tsx'

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

/** A person under care: who she is, what she wears, what is open of her, and what she wore before. */
export function WearerPage({ wearer, assignments, worn, open }: Loaded) {
  const isFamily = useIsFamily()
  const may = useMay()
  useWatchedDevices(worn.flatMap(({ device }) => device?.uuid ?? []))
  useReloadAt(assignments.flatMap(({ startedAt, endedAt }) => (endedAt ? [startedAt, endedAt] : [startedAt])))
  return (
    <Page title={isFamily ? 'page.person' : 'page.resident'} subject={nameOf(wearer)}>
      <PleaseCheck wearer={wearer} />
      <AboutSection wearer={wearer} />
      <Sections>
        <WearsSection wearer={wearer} worn={worn} />
        {may(allAlarms) ? <OpenSection open={open} /> : null}
        <CareSection wearer={wearer} />
        <HistorySection wearer={wearer} assignments={assignments} />
      </Sections>
    </Page>
  )
}
