import type { Task } from '@carewatch/contracts/tasks'
import { Button, Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { FormattedMessage, useIntl } from 'react-intl'
import { changeTask } from './move.ts'
import { type Postponement, postponements, untilOf } from './until.ts'

export function DeferForm({ task, onDone }: { task: Task; onDone: () => void }) {
  const intl = useIntl()
  const isNarrow = useMediaQuery('(max-width: 36em)') ?? false
  const form = useForm<{ reason: string; until: Postponement }>({
    initialValues: { reason: '', until: '1h' },
    validate: { reason: (text) => (text.trim() ? null : intl.formatMessage({ id: 'field.required' })) },
  })
  const save = async ({ reason, until }: typeof form.values) => {
    const deferredUntil = untilOf(until, new Date())
    if (await changeTask(task, { status: 'DEFERRED', reason, deferredUntil })) onDone()
  }
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <Input.Wrapper label={intl.formatMessage({ id: 'tasks.until' })} labelElement="div">
          <SegmentedControl
            fullWidth
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            size="md"
            aria-label={intl.formatMessage({ id: 'tasks.until' })}
            data={postponements.map((value) => ({
              value,
              label: intl.formatMessage({ id: `tasks.until.${value}` }),
            }))}
            {...form.getInputProps('until')}
          />
        </Input.Wrapper>
        <TextInput
          label={intl.formatMessage({ id: 'tasks.reason' })}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Button type="submit" loading={form.submitting}>
          <FormattedMessage id="tasks.defer" />
        </Button>
      </Stack>
    </form>
  )
}
