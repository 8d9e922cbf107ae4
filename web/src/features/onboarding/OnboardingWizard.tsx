import { Button, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { failureText } from '../../feedback/snack.ts'
import type { Stage } from '../../ui/wizard/stages.ts'
import { Wizard } from '../../ui/wizard/Wizard.tsx'
import { ContactPerson } from './ContactPerson.tsx'
import { DeviceDetails } from './DeviceDetails.tsx'
import { shippingFields } from './fields.ts'
import { OwnerDetails } from './OwnerDetails.tsx'
import { type Link, type OnboardingForm, useOnboarding } from './use-onboarding.ts'
import { type Step, steps, wrongSteps } from './values.ts'

const declaration: readonly Field[] = [
  { kind: 'checkbox', name: 'declaration.confirmed', label: 'onboard.confirmed', required: true },
  { kind: 'checkbox', name: 'declaration.consentToEmail', label: 'onboard.consent' },
  { kind: 'date', name: 'declaration.date', label: 'onboard.date', hint: 'onboard.dateHint', required: true },
]

const bodies: Record<Step, { why?: MessageId; Body: (props: { form: OnboardingForm }) => React.ReactNode }> =
  {
    shipping: {
      why: 'onboard.shippingWhy',
      Body: ({ form }) => <Fields form={form} fields={shippingFields} />,
    },
    owner: { why: 'onboard.ownerWhy', Body: OwnerDetails },
    contactPerson: { why: 'onboard.contactWhy', Body: ContactPerson },
    deviceDetails: { Body: DeviceDetails },
    declaration: { Body: ({ form }) => <Fields form={form} fields={declaration} /> },
  }

function StepBody({ step, form }: { step: Step; form: OnboardingForm }) {
  const { why, Body } = bodies[step]
  return (
    <>
      <Title order={2} mb="xs">
        <FormattedMessage id={`onboard.${step}`} />
      </Title>
      {why ? (
        <Text c="dimmed" mb="md">
          <FormattedMessage id={why} />
        </Text>
      ) : null}
      <Body form={form} />
    </>
  )
}

const focusFirstWrong = () =>
  // Where a step has just been drawn, its fields are there in the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())

type Props = Link & { step: Step; onStep: (step: Step) => void }

/** Walks, and leads back to the first step with something wrong. */
function useWalk({ step, onStep }: Props, form: OnboardingForm) {
  const { failure } = form
  const shown = useRef(failure)
  const goTo = (errors: object) => {
    const wrong = wrongSteps(errors)
    const first = steps.find((each) => wrong.has(each))
    if (first && first !== step) onStep(first)
    focusFirstWrong()
  }
  useEffect(() => {
    if (shown.current !== failure && failure) goTo(failure.fields)
    shown.current = failure
  })
  const leave = () => {
    const before = wrongSteps(form.errors)
    const { errors } = form.validate()
    // Only of the steps one has been to: the others have not been asked yet.
    const known = Object.entries(errors).filter(
      ([field]) =>
        wrongSteps({ [field]: '' }).has(step) || [...wrongSteps({ [field]: '' })].some((s) => before.has(s)),
    )
    form.setErrors(Object.fromEntries(known))
    const isGood = !wrongSteps(errors).has(step)
    if (!isGood) focusFirstWrong()
    return isGood
  }
  const submit = () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) goTo(errors)
    else form.send()
  }
  return { leave, submit }
}

export function OnboardingWizard(props: Props) {
  const { step, onStep } = props
  const form = useOnboarding(props)
  const { leave, submit } = useWalk(props, form)
  const wrong = wrongSteps(form.errors)
  const stages: Stage[] = steps.map((id) => ({
    id,
    title: `onboard.${id}`,
    isVisible: true,
    isWrong: wrong.has(id),
    leave,
    show: () => <StepBody key={id} step={id} form={form} />,
  }))
  const isElsewhere = wrong.size > 0 && (wrong.size > 1 || !wrong.has(step))
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      {form.failure && wrong.size === 0 ? (
        <Notice tone="critical">{failureText(form.failure)}</Notice>
      ) : isElsewhere ? (
        <Notice tone="caution">
          <FormattedMessage id="onboard.wrong" />
        </Notice>
      ) : null}
      <Wizard
        stages={stages}
        at={step}
        onMove={(id) => onStep(steps.find((each) => each === id) ?? 'shipping')}
        finish={
          <Button loading={form.submitting} onClick={submit}>
            <FormattedMessage id="onboard.submit" />
          </Button>
        }
      />
    </form>
  )
}
