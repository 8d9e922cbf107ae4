import { causes } from '@carewatch/contracts/alarms'
import type { Task } from '@carewatch/contracts/tasks'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormattedMessage, useIntl } from 'react-intl'
import { changeTask } from './move.ts'

const quick = causes.filter((cause) => cause !== 'OTHER')

export function DoneForm({ task, onDone }: { task: Task; onDone: () => void }) {
  const intl = useIntl()
  const form = useForm({
    initialValues: { outcome: '' },
    validate: { outcome: (text) => (text.trim() ? null : intl.formatMessage({ id: 'field.required' })) },
  })
  const save = async ({ outcome }: { outcome: string }) => {
    if (await changeTask(task, { status: 'DONE', outcome })) onDone()
  }
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <Group gap="xs">
          {quick.map((cause) => {
            const text = intl.formatMessage({ id: `tasks.outcome.${cause}` })
            return (
              <Button
                key={cause}
                variant="default"
                radius="xl"
                onClick={() => form.setFieldValue('outcome', text)}
              >
                {text}
              </Button>
            )
          })}
        </Group>
        <Textarea
          label={intl.formatMessage({ id: 'tasks.outcome' })}
          size="md"
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('outcome')}
        />
        <Button type="submit" loading={form.submitting}>
          <FormattedMessage id="tasks.done" />
        </Button>
      </Stack>
    </form>
  )
}
