import { type Chain, channels, recipientGroups } from '@carewatch/contracts/escalation'
import { ActionIcon, MultiSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { EndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { DurationField } from './DurationField.tsx'
import styles from './EditChainDialog.module.css'
import { isTooEarly, withMoved, withoutStep } from './steps-of.ts'

type Props = { form: EndpointForm<{ chain: Chain }>; at: number }

type Press = { label: MessageId; at: number; icon: ReactNode; onClick: () => void; isOff: boolean }

function Press({ label, at, icon, onClick, isOff }: Press) {
  const intl = useIntl()
  return (
    <ActionIcon
      aria-label={intl.formatMessage({ id: label }, { n: at + 1 })}
      disabled={isOff}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  )
}

function Head({ form, at }: Props) {
  const { steps } = form.values.chain
  const set = (changed: Chain['steps']) => form.setFieldValue('chain.steps', changed)
  return (
    <header>
      <h3>
        <FormattedMessage id="escalation.step" values={{ n: at + 1 }} />
      </h3>
      <Press
        label="escalation.stepUp"
        at={at}
        icon={<IconArrowUp size={20} aria-hidden />}
        isOff={at === 0}
        onClick={() => set(withMoved(steps, at, -1))}
      />
      <Press
        label="escalation.stepDown"
        at={at}
        icon={<IconArrowDown size={20} aria-hidden />}
        isOff={at === steps.length - 1}
        onClick={() => set(withMoved(steps, at, 1))}
      />
      <Press
        label="escalation.stepRemove"
        at={at}
        icon={<IconTrash size={20} aria-hidden />}
        isOff={steps.length === 1}
        onClick={() => set(withoutStep(steps, at))}
      />
    </header>
  )
}

function When({ form, at }: Props) {
  const { steps } = form.values.chain
  const path = `chain.steps.${at}.afterSeconds`
  const isEarly = isTooEarly(steps, at)
  const error = form.errors[path] ?? (isEarly ? form.errors['chain.steps'] : undefined)
  return (
    <DurationField
      label="escalation.afterOpening"
      // What is said of all the steps is said by the one that is too early.
      path={isEarly ? 'chain.steps' : path}
      seconds={steps[at]?.afterSeconds ?? 0}
      onChange={(seconds) => form.setFieldValue(path, seconds)}
      error={typeof error === 'string' ? error : undefined}
    />
  )
}

/** One step: when, who, and by what. */
export function StepFields({ form, at }: Props) {
  const intl = useIntl()
  const path = `chain.steps.${at}`
  return (
    <li className={styles['step']}>
      <Head form={form} at={at} />
      <When form={form} at={at} />
      <div className={styles['fields']}>
        <MultiSelect
          label={intl.formatMessage({ id: 'escalation.who' })}
          withAsterisk
          data={recipientGroups.map((value) => ({
            value,
            label: intl.formatMessage({ id: `escalation.who.${value}` }),
          }))}
          {...form.getInputProps(`${path}.who`)}
        />
        <MultiSelect
          label={intl.formatMessage({ id: 'escalation.channels' })}
          description={intl.formatMessage({ id: 'escalation.channelsHint' })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          data={channels.map((value) => ({
            value,
            label: intl.formatMessage({ id: `alarms.channel.${value}` }),
          }))}
          {...form.getInputProps(`${path}.channels`)}
        />
      </div>
    </li>
  )
}
