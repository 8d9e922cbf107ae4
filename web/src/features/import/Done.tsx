import type { ImportKind } from '@carewatch/contracts/http/import'
import { Button, Group, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { saveHanded } from './files.ts'
import { Outcomes } from './Outcomes.tsx'
import { isToDo, type Line } from './work.ts'

/** Passwords and links that are shown this once; leaving asks until they are saved. */
function Handed({ lines }: { lines: readonly Line[] }) {
  const intl = useIntl()
  const [isSaved, setSaved] = useState(false)
  useUnsaved(!isSaved)
  const save = () => {
    saveHanded(lines, [
      intl.formatMessage({ id: 'devices.username' }),
      intl.formatMessage({ id: 'devices.password' }),
    ])
    setSaved(true)
  }
  return (
    <Notice tone="caution" title={<FormattedMessage id="import.handed" values={{ n: lines.length }} />}>
      <Text>
        <FormattedMessage id="import.handedWhy" />
      </Text>
      <Group>
        <Button leftSection={<IconFileTypeCsv size={18} aria-hidden />} onClick={save}>
          <FormattedMessage id="import.saveHanded" />
        </Button>
      </Group>
    </Notice>
  )
}

type Props = { kind: ImportKind; lines: readonly Line[]; left: number; onAgain: () => void }

/** What was done, row by row, and what was not. */
export function Done({ kind, lines, left, onAgain }: Props) {
  const done = lines.filter(isToDo).length
  const handed = lines.filter(({ answered: { credentials, link } }) => credentials !== null || link !== null)
  return (
    <>
      {left > 0 ? (
        <Notice tone="critical" title={<FormattedMessage id="import.stopped" values={{ n: left }} />}>
          <FormattedMessage id="import.stoppedWhy" />
        </Notice>
      ) : null}
      <Text component="output" fw={600}>
        <FormattedMessage id="import.done" values={{ n: done }} />
      </Text>
      {handed.length > 0 ? <Handed lines={handed} /> : null}
      <Outcomes kind={kind} lines={lines} />
      <Group>
        <Button variant="default" onClick={onAgain}>
          <FormattedMessage id="import.again" />
        </Button>
      </Group>
    </>
  )
}
