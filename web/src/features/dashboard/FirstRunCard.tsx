import { Button, Loader } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { Section } from '../../ui/page/Section.tsx'
import styles from './FirstRunCard.module.css'
import { type FirstRun, type FirstStep, firstSteps, nextStep } from './first-run.ts'

const LOOK_AGAIN_MS = 5_000

const open: Record<Exclude<FirstStep, 'reading'>, () => void> = {
  company: () => openDialog('addCompanyPopover', {}),
  branch: () => openDialog('addBranchPopover', {}),
  device: () => openDialog('addDevice', {}),
}

/** What an empty installation needs next: gone when the first reading has come. */
export function FirstRunCard({ run }: { run: FirstRun }) {
  const next = nextStep(run)
  const look = () => {
    if (next === 'reading' && !document.hidden) reloadScreens()
  }
  useInterval(look, LOOK_AGAIN_MS, { autoInvoke: true })
  return (
    <Section title="firstRun.title">
      <ol className={styles['steps']}>
        {firstSteps.map((step) => {
          const Icon = run[step] ? IconCircleCheckFilled : IconCircleDashed
          return (
            <li key={step} data-done={run[step]} aria-current={step === next ? 'step' : undefined}>
              <Icon size={24} aria-hidden />
              <span>
                <b>
                  <FormattedMessage id={`firstRun.${step}`} />
                </b>
                <small>
                  <FormattedMessage id={run[step] ? 'firstRun.done' : `firstRun.${step}Why`} />
                </small>
              </span>
              {step === next && step !== 'reading' ? (
                <Button mih={44} onClick={open[step]}>
                  <FormattedMessage id={`firstRun.${step}`} />
                </Button>
              ) : null}
              {step === next && step === 'reading' ? (
                <output className={styles['waiting']}>
                  <Loader size={18} aria-hidden />
                  <FormattedMessage id="firstRun.waiting" />
                </output>
              ) : null}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
