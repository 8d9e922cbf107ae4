import { ActionIcon, Button, Loader } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCircleCheckFilled, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { Section } from '../../ui/page/Section.tsx'
import styles from './FirstRunCard.module.css'
import {
  type FirstRun,
  type FirstStep,
  firstSteps,
  isFirstRunClosedAtom,
  mayBegin,
  nextStep,
} from './first-run.ts'

const LOOK_AGAIN_MS = 5_000

/** Opens the very form of a step. */
function begin(step: Exclude<FirstStep, 'reading'>, { wearerUuid, branch }: FirstRun): void {
  const forms = {
    company: () => openDialog('addCompanyPopover', {}),
    branch: () => openDialog('addBranchPopover', {}),
    wearer: () => openDialog('newWearer'),
    device: () => openDialog('addDevice', {}),
    worn: () => wearerUuid && openDialog('assignWatch', { uuid: wearerUuid }),
    staff: () => openDialog('addUser'),
    duty: () => branch && openDialog('addDuty', { branch }),
  }
  forms[step]()
}

function Action({ run, step }: { run: FirstRun; step: FirstStep }) {
  const { steps } = run
  const isNext = step === nextStep(steps)
  if (step === 'reading')
    return steps.device && !steps.reading ? (
      <output className={styles['waiting']}>
        <Loader size={18} aria-hidden />
        <FormattedMessage id="firstRun.waiting" />
      </output>
    ) : null
  if (!mayBegin(steps, step)) return null
  return (
    <Button mih={44} {...(!isNext && { variant: 'default' })} onClick={() => begin(step, run)}>
      <FormattedMessage id={`firstRun.${step}`} />
    </Button>
  )
}

/** What an empty installation needs next, ticked by what is there: gone when a watch is heard and somebody is told of it. */
export function FirstRunCard({ run }: { run: FirstRun }) {
  const intl = useIntl()
  const [isClosed, close] = useAtom(isFirstRunClosedAtom)
  const { steps } = run
  const look = () => {
    if (steps.device && !steps.reading && !document.hidden) reloadScreens()
  }
  useInterval(look, LOOK_AGAIN_MS, { autoInvoke: true })
  if (isClosed) return null
  const away = (
    <ActionIcon aria-label={intl.formatMessage({ id: 'firstRun.close' })} onClick={() => close(true)}>
      <IconX size={20} aria-hidden />
    </ActionIcon>
  )
  return (
    <Section title="firstRun.title" actions={away}>
      <ol className={styles['steps']} data-testid="first-steps">
        {firstSteps.map((step) => {
          const Icon = steps[step] ? IconCircleCheckFilled : IconCircleDashed
          return (
            <li
              key={step}
              data-step={step}
              data-done={steps[step]}
              aria-current={step === nextStep(steps) ? 'step' : undefined}
            >
              <Icon size={24} aria-hidden />
              <span>
                <b>
                  <FormattedMessage id={`firstRun.${step}`} />
                </b>
                <small>
                  <FormattedMessage id={steps[step] ? 'firstRun.done' : `firstRun.${step}Why`} />
                </small>
              </span>
              <Action run={run} step={step} />
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
