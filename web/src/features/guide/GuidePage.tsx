import type { CurrentUser } from '@carewatch/contracts/http/auth'
import type { EscalationChain } from '@carewatch/contracts/http/escalation'
import { UNDO_WITHIN_MS } from '@carewatch/contracts/incidents'
import { Button, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useState } from 'react'
import { FormattedMessage, RawIntlProvider, useIntl } from 'react-intl'
import { guideIntlAtom, guideText } from '../../i18n/guide.ts'
import { AlarmBanner } from '../../shell/AlarmBanner.tsx'
import { BottomBar } from '../../shell/BottomBar.tsx'
import { isFamily } from '../../shell/navigation.ts'
import '../../ui/page/print.css'
import { AnswerCard } from '../../ui/alarms/AnswerCard.tsx'
import { durationText } from '../../ui/figures/duration.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { type Example, exampleOf } from './example.ts'
import { ExampleFigure } from './Example.tsx'
import styles from './Guide.module.css'
import { GuideText } from './GuideText.tsx'
import { Next } from './Next.tsx'
import { pressesOf } from './presses.ts'
import { Rings } from './Rings.tsx'

type Drawn = {
  /** As the ward and the list of tasks draw them. */
  cellOf: (cell: Example['cell']) => ReactNode
  taskOf: (task: Example['task']) => ReactNode
}
type Props = Drawn & { viewer: CurrentUser; chains: readonly EscalationChain[] | null }

const closedDrawer = { opened: false, toggle: () => {} }

function Elsewhere({ example, viewer, cellOf, taskOf }: Omit<Props, 'chains'> & { example: Example }) {
  return (
    <div className={styles['figures']}>
      {isFamily(viewer.role) ? (
        <ExampleFigure of={example} caption="answer">
          <AnswerCard device={example.device} />
          <BottomBar drawer={closedDrawer} />
        </ExampleFigure>
      ) : (
        <>
          <ExampleFigure of={example} caption="ward">
            {cellOf(example.cell)}
          </ExampleFigure>
          <ExampleFigure of={example} caption="task">
            {taskOf(example.task)}
          </ExampleFigure>
        </>
      )}
    </div>
  )
}

function Presses(props: Omit<Props, 'chains'>) {
  const { viewer } = props
  const intl = useIntl()
  const name = intl.formatMessage({ id: guideText('guide.example') })
  const [begun] = useState(() => new Date())
  const example = useMemo(() => exampleOf(viewer, name, begun), [viewer, name, begun])
  const time = <bdi key="time">{durationText(intl, UNDO_WITHIN_MS / 1_000)}</bdi>
  return (
    <Section title={guideText('guide.press')}>
      <ExampleFigure of={example} caption="banner">
        <AlarmBanner />
      </ExampleFigure>
      <div className={styles['press']}>
        <ol className={styles['steps']}>
          {pressesOf[viewer.role].map((id) => (
            <li key={id}>
              <GuideText id={id} values={{ time }} />
            </li>
          ))}
        </ol>
        <Elsewhere {...props} example={example} />
      </div>
    </Section>
  )
}

/** What rings, what to press and what happens then, for whoever asks: by the product's own parts, so that they never tell otherwise. */
export function GuidePage({ viewer, chains, ...drawn }: Props) {
  const intl = useAtomValue(guideIntlAtom)
  const role = <FormattedMessage key="role" id={`role.${viewer.role}`} />
  const print = (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => globalThis.print()}
    >
      <FormattedMessage id="report.print" />
    </Button>
  )
  return (
    <RawIntlProvider value={intl}>
      <Page title="menu.guide" actions={print}>
        <Text c="dimmed">
          <GuideText id="guide.lead" values={{ role }} />
        </Text>
        <Rings role={viewer.role} />
        <Presses viewer={viewer} {...drawn} />
        <Next chains={chains} />
      </Page>
    </RawIntlProvider>
  )
}
