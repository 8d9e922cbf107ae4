import { type Chain, type ChainFamily, MAX_ROUNDS, MAX_STEPS } from '@carewatch/contracts/escalation'
import { escalation, type EscalationChain, updateEscalation } from '@carewatch/contracts/http/escalation'
import { Button, NumberInput, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { type EndpointForm as Form, useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { DurationField } from './DurationField.tsx'
import styles from './EditChainDialog.module.css'
import { bodyPlace, type Place, seenAt } from './own-place.ts'
import { StepFields } from './StepFields.tsx'
import { withStep } from './steps-of.ts'

type Props = Place & { family: ChainFamily }
type Values = { chain: Chain }

function Rounds({ form }: { form: Form<Values> }) {
  const intl = useIntl()
  const { repeats, repeatEverySeconds } = form.values.chain
  const error = form.errors['chain.repeatEverySeconds']
  return (
    <div className={styles['rounds']}>
      <NumberInput
        label={intl.formatMessage({ id: 'escalation.repeats' })}
        description={intl.formatMessage({ id: 'escalation.repeatsHint' })}
        min={0}
        max={MAX_ROUNDS}
        allowDecimal={false}
        hideControls
        dir="ltr"
        {...form.getInputProps('chain.repeats')}
      />
      {repeats === 0 ? null : (
        <DurationField
          label="escalation.every"
          path="chain.repeatEverySeconds"
          seconds={repeatEverySeconds}
          onChange={(seconds) => form.setFieldValue('chain.repeatEverySeconds', seconds)}
          error={typeof error === 'string' ? error : undefined}
        />
      )}
    </div>
  )
}

function EditChain({ props, loaded, close }: { props: Props; loaded: EscalationChain; close: () => void }) {
  const { family, ...place } = props
  const form = useEndpointForm<typeof updateEscalation, Values>({
    endpoint: updateEscalation,
    initial: { chain: loaded.chain },
    body: ({ chain }) => ({
      ...bodyPlace(place),
      family,
      chain,
      updatedAt: seenAt(place, loaded)?.toISOString() ?? null,
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const { steps } = form.values.chain
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id="escalation.editWhy" />
      </Text>
      <ol className={styles['steps']}>
        {steps.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step is known by its place.
          <StepFields key={index} form={form} at={index} />
        ))}
      </ol>
      {steps.length < MAX_STEPS ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => form.setFieldValue('chain.steps', withStep(steps))}
        >
          <FormattedMessage id="escalation.addStep" />
        </Button>
      ) : null}
      <Rounds form={form} />
    </EndpointForm>
  )
}

/** Sets the chain of one family of alarms for a company, or for one of its branches. */
export const editChain = dialog<Props, EscalationChain>({
  title: 'escalation.edit',
  size: 'lg',
  suffix: (_, { family }) => currentIntl().formatMessage({ id: `escalation.family.${family}` }),
  load: async ({ companyUuid: company, branchUuid: branch, family }) => {
    const { chains } = await call(escalation, { query: { company, ...(branch && { branch }) } })
    return chains.find((chain) => chain.family === family) ?? null
  },
  Body: EditChain,
})
