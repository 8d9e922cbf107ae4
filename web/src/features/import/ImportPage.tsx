import { type ImportKind, importKinds } from '@carewatch/contracts/http/import'
import { Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Done } from './Done.tsx'
import { Outcomes } from './Outcomes.tsx'
import { Pick } from './Pick.tsx'
import { type State, useImport } from './use-import.ts'
import { isToDo, type Line } from './work.ts'

function Under({ at, n, of }: Extract<State, { n: number }>) {
  const intl = useIntl()
  useUnsaved(at === 'bringing')
  const text = intl.formatMessage({ id: `import.${at}` }, { n, of })
  return (
    <Stack gap="xs">
      <Text component="output">{text}</Text>
      <Progress value={of > 0 ? (100 * n) / of : 0} aria-label={text} />
    </Stack>
  )
}

type LookedProps = {
  kind: ImportKind
  lines: readonly Line[]
  unknown: readonly string[]
  onApply: () => void
  onAgain: () => void
}

function Looked({ kind, lines, unknown, onApply, onAgain }: LookedProps) {
  const n = lines.filter(isToDo).length
  const wrong = lines.filter(({ answered }) => answered.outcome === 'INVALID').length
  useUnsaved(n > 0)
  return (
    <>
      {unknown.length > 0 ? (
        <Notice tone="caution">
          <FormattedMessage
            id="import.unknown"
            values={{ columns: <FormattedList key="columns" value={[...unknown]} type="unit" /> }}
          />
        </Notice>
      ) : null}
      <Text component="output" fw={600}>
        <FormattedMessage id={n > 0 ? 'import.looked' : 'import.nothing'} />
      </Text>
      <Group>
        <Button disabled={n === 0} onClick={onApply}>
          <FormattedMessage id={wrong > 0 ? 'import.applyRight' : 'import.apply'} values={{ n }} />
        </Button>
        <Button variant="default" onClick={onAgain}>
          <FormattedMessage id="import.again" />
        </Button>
      </Group>
      <Outcomes kind={kind} lines={lines} />
    </>
  )
}

function Steps({ kind }: { kind: ImportKind }) {
  const { state, pick, apply, again } = useImport(kind)
  if (state.at === 'start') return <Pick kind={kind} fault={state.fault} onPick={(file) => void pick(file)} />
  if (state.at === 'looked')
    return (
      <Looked
        kind={kind}
        lines={state.lines}
        unknown={state.unknown}
        onApply={() => void apply(state.lines)}
        onAgain={again}
      />
    )
  if (state.at === 'done') return <Done kind={kind} lines={state.lines} left={state.left} onAgain={again} />
  return <Under {...state} />
}

type Props = { kind: ImportKind; onKind: (kind: ImportKind) => void }

/** A house is set up from its lists: nothing is changed before everybody has seen what would become of each row. */
export function ImportPage({ kind, onKind }: Props) {
  const intl = useIntl()
  return (
    <Page title="menu.import">
      <Stack>
        <Text c="dimmed" maw="46rem">
          <FormattedMessage id="import.intro" />
        </Text>
        <NativeSelect
          maw="20rem"
          label={intl.formatMessage({ id: 'import.kind' })}
          value={kind}
          data={importKinds.map((value) => ({
            value,
            label: intl.formatMessage({ id: `import.kind.${value}` }),
          }))}
          // Safe: one of the choices above.
          onChange={({ currentTarget: { value } }) => onKind(value as ImportKind)}
        />
        <Steps key={kind} kind={kind} />
      </Stack>
    </Page>
  )
}
