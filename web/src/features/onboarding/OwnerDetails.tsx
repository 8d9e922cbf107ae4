import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Fields } from '../../ui/form/Fields.tsx'
import { today } from './draft.ts'
import { ownerFields } from './fields.ts'
import type { OnboardingForm } from './use-onboarding.ts'

export function OwnerDetails({ form }: { form: OnboardingForm }) {
  const [copies, setCopies] = useState(0)
  const [fields] = useState(() => ownerFields(today()))
  const copy = () => {
    form.setFieldValue('owner', { ...form.values.owner, ...form.values.shipping })
    // The fields that keep what is typed begin anew.
    setCopies(copies + 1)
  }
  return (
    <Stack align="stretch">
      <Button variant="light" onClick={copy} style={{ alignSelf: 'flex-start' }} h="auto" mih={44} py="xs">
        <span style={{ whiteSpace: 'normal' }}>
          <FormattedMessage id="onboard.copyShipping" />
        </span>
      </Button>
      <Fields key={copies} form={form} fields={fields} />
    </Stack>
  )
}
