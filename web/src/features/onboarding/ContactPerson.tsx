import { contactKinds } from '@carewatch/contracts/http/onboarding-form'
import { Radio, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Fields } from '../../ui/form/Fields.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { contactPersonFields } from './fields.ts'
import type { OnboardingForm } from './use-onboarding.ts'

/** Whom that makes it, where one says it is somebody named before. */
function Same({ form }: { form: OnboardingForm }) {
  const { contactPerson, shipping, owner } = form.values
  const { firstName, lastName, phone } = contactPerson.sameAs === 'owner' ? owner : shipping
  return (
    <Text c="dimmed">
      <bdi>
        {firstName} {lastName}
      </bdi>{' '}
      <Ltr>{phone}</Ltr>
    </Text>
  )
}

export function ContactPerson({ form }: { form: OnboardingForm }) {
  const intl = useIntl()
  const { sameAs } = form.values.contactPerson
  return (
    <Stack gap="lg">
      <Radio.Group
        label={intl.formatMessage({ id: 'onboard.sameAs' })}
        withAsterisk
        {...form.getInputProps('contactPerson.sameAs')}
      >
        <Stack gap="xs" my="sm">
          {contactKinds.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              size="md"
              label={<FormattedMessage id={`onboard.sameAs.${kind}`} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      {sameAs === 'other' ? <Fields form={form} fields={contactPersonFields} /> : null}
      {sameAs === 'shipping' || sameAs === 'owner' ? <Same form={form} /> : null}
    </Stack>
  )
}
