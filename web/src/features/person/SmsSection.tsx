import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { setSms } from '@carewatch/contracts/http/users'
import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { Phone } from '../../ui/people/Phone.tsx'
import { Section } from '../../ui/page/Section.tsx'

type Props = { person: UserDetail; isOwn: boolean; mayChange: boolean }

/** Alerts by SMS, on or off; they need a number to go to. */
export function SmsSection({ person, isOwn, mayChange }: Props) {
  const { sendSms, hasNumber } = person.sms
  const [isSaving, setSaving] = useState(false)
  const turn = async (isOn: boolean) => {
    setSaving(true)
    const body = { sendSms: isOn, ...(!isOwn && { userUuid: person.uuid }) }
    await doAndShow('done.saved', () => call(setSms, { body }))
    setSaving(false)
  }
  return (
    <Section title="person.sms">
      <Switch
        size="md"
        checked={sendSms}
        disabled={!mayChange || isSaving || (!hasNumber && !sendSms)}
        label={<FormattedMessage id="person.sendSms" />}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {hasNumber ? (
          <FormattedMessage
            id="person.smsTo"
            values={{ number: <Phone key="number" number={person.contactNumber} /> }}
          />
        ) : (
          <FormattedMessage id="person.smsNoNumber" />
        )}
      </Text>
    </Section>
  )
}
