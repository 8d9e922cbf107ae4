import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { PHONEBOOK_MAX, SOS_CONTACTS_MAX } from '@carewatch/contracts/settings'
import { Button, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Contacts } from './Contacts.tsx'
import { callFields, fallFields, limitFields, measuringFields, modeFields, stepsFields } from './groups.ts'
import { Reminders } from './Reminders.tsx'
import { isShown } from './shown.ts'
import { TryLimits } from './TryLimits.tsx'
import { UsualDay } from './UsualDay.tsx'
import { type SettingsForm as Form, useSettingsForm } from './use-settings-form.ts'

function Conflict({ onTake }: { onTake: () => void }) {
  return (
    <Notice tone="caution" title={<FormattedMessage id="settings.conflict" />}>
      <p>
        <FormattedMessage id="settings.conflictWhy" />
      </p>
      <Button onClick={onTake}>
        <FormattedMessage id="settings.takeTheirs" />
      </Button>
    </Notice>
  )
}

type Supported = SettingsState['supported']
type GroupProps = { form: Form; supported: Supported }
type GroupsProps = GroupProps & { uuid: string; usualLimits: SettingsState['usualLimits'] }

/** Nothing is asked for that this model does not take and that is of no use here. */
function Group({
  title,
  fields,
  form,
  supported,
}: GroupProps & { title: MessageId; fields: readonly Field[] }) {
  const shown = fields.filter(({ name }) => isShown(supported, name))
  if (shown.length === 0) return null
  return (
    <Section title={title}>
      <Fields form={form} fields={shown} />
    </Section>
  )
}

function Calls({ form, supported }: GroupProps) {
  const fields = callFields.filter(({ name }) => isShown(supported, name))
  const lists = (['sosContacts', 'phonebook'] as const).filter((name) => isShown(supported, name))
  if (fields.length + lists.length === 0) return null
  return (
    <Section title="settings.calls">
      {lists.map((name) => (
        <Contacts
          key={name}
          form={form}
          name={name}
          max={name === 'sosContacts' ? SOS_CONTACTS_MAX : PHONEBOOK_MAX}
        />
      ))}
      <Fields form={form} fields={fields} />
    </Section>
  )
}

function Groups({ uuid, usualLimits, ...group }: GroupsProps) {
  const intl = useIntl()
  const { form, supported } = group
  return (
    <>
      <Group {...group} title="settings.modeAndPlace" fields={modeFields(intl, form.values)} />
      <Calls {...group} />
      <Section title="settings.limits">
        <Text c="dimmed" size="sm">
          <FormattedMessage id="settings.limitsHint" />
        </Text>
        <Fields form={form} fields={limitFields(form.values, usualLimits)} />
        <UsualDay uuid={uuid} values={form.values} usualLimits={usualLimits} />
        <TryLimits uuid={uuid} form={form} />
      </Section>
      <Group
        {...group}
        title="settings.measuring"
        fields={measuringFields(intl.formatMessage({ id: 'unit.min' }))}
      />
      <Group {...group} title="settings.safety" fields={[...fallFields(intl, form.values), ...stepsFields]} />
      {isShown(supported, 'reminders') ? (
        <Section title="setting.reminders">
          <Reminders form={form} />
        </Section>
      ) : null}
    </>
  )
}

type Props = { uuid: string; state: SettingsState; onDone: () => void; onCancel?: () => void }

/** Every setting of a watch (specification, point 3), in groups. */
export function SettingsForm({ uuid, state, onDone, onCancel }: Props) {
  const { form, isConflict, takeTheirs } = useSettingsForm({ uuid, state, onDone })
  return (
    <EndpointForm form={form} submit="settings.send" onCancel={onCancel}>
      {isConflict ? <Conflict onTake={() => void takeTheirs()} /> : null}
      <Groups uuid={uuid} form={form} supported={state.supported} usualLimits={state.usualLimits} />
      {form.isDirty() ? (
        <Text c="dimmed" size="sm" component="output">
          <FormattedMessage id="settings.unsent" />
        </Text>
      ) : null}
    </EndpointForm>
  )
}
