import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { userAtom } from '../session/session.ts'
import { inGroups, pagesFor } from './found.ts'
import { FoundList } from './FoundList.tsx'
import styles from './GlobalSearch.module.css'
import { shortcut } from './shortcut.ts'
import { useFound } from './use-found.ts'
import { useOpenFound } from './use-open-found.ts'

function useSearch(onDone: () => void) {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const { text, type, suggestions, isSettled, isFailed, onceAnswered } = useFound()
  const openFound = useOpenFound()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const groupsOf = (found: typeof suggestions) => (user ? inGroups(found, pagesFor(intl, user, text)) : [])
  const groups = groupsOf(suggestions)
  const leave = () => {
    type('')
    combobox.closeDropdown()
    onDone()
  }
  const take = (found: (typeof groups)[number]['found'][number] | undefined) => {
    if (!found) return
    leave()
    openFound(found)
  }
  const pick = (key: string) => take(groups.flatMap(({ found }) => found).find((each) => each.key === key))
  const write = (typed: string) => {
    type(typed)
    combobox.resetSelectedOption()
    if (typed.trim() === '') combobox.closeDropdown()
    else combobox.openDropdown()
  }
  /** Who knows the name types it and is there: the first one is what Enter means, also of an answer that is still to come. */
  const takeFirst = () => {
    if (combobox.getSelectedOptionIndex() !== -1) return
    if (isSettled) take(groups[0]?.found[0])
    else onceAnswered((answer) => take(groupsOf(answer)[0]?.found[0]))
  }
  const stay = () => onceAnswered(null)
  const stop = () => {
    stay()
    combobox.closeDropdown()
  }
  return { text, write, groups, isSettled, isFailed, combobox, pick, takeFirst, leave, stay, stop }
}

type Props = { field: React.RefObject<HTMLInputElement | null>; onDone: () => void }

function SearchField({ field, onDone }: Props) {
  const intl = useIntl()
  const { text, write, groups, isSettled, isFailed, combobox, pick, takeFirst, leave, stay, stop } =
    useSearch(onDone)
  const label = intl.formatMessage({ id: 'search.label' })
  return (
    <Combobox store={combobox} onOptionSubmit={pick} position="bottom-start" shadow="lg" width="target">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={field}
          className={styles['field'] ?? ''}
          aria-label={label}
          aria-autocomplete="list"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={label}
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={<kbd className={styles['keys']}>{shortcut}</kbd>}
          rightSectionWidth="4rem"
          value={text}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onFocus={() => text.trim() !== '' && combobox.openDropdown()}
          onBlur={stop}
          onKeyDown={({ key }) => {
            if (key === 'Enter') takeFirst()
            // What Enter meant is taken back by whoever leaves, or looks through the list.
            else stay()
            if (key === 'Escape' && !combobox.dropdownOpened) leave()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown miw="min(22rem, 94vw)">
        <FoundList groups={groups} isSettled={isSettled} isFailed={isFailed} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Which of what stood in its place had the focus. */
export type Focused = 'field' | 'opener' | null

/** Finds a device, a person, a company, a branch or a page from anywhere; on a phone it opens over the bar. */
export function GlobalSearch({ isAsked, focused }: { isAsked: boolean; focused: Focused }) {
  const intl = useIntl()
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    // Only what is drawn can take the focus, and who goes on typing at once loses no letter.
    flushSync(() => setOpen(true))
    field.current?.focus()
  }
  const close = () => {
    setOpen(false)
    field.current?.blur()
  }
  useHotkeys([['mod+K', open]], [])
  const openFirst = useEffectEvent(open)
  useEffect(() => {
    if (isAsked) openFirst()
  }, [isAsked])
  const takeFocus = useEffectEvent(() => {
    if (focused === 'field') field.current?.focus()
    if (focused === 'opener' && !isAsked) opener.current?.focus()
  })
  useEffect(() => takeFocus(), [])
  return (
    <>
      <search className={styles['search']} data-open={isOpen}>
        <SearchField field={field} onDone={close} />
        <ActionIcon
          className={styles['close'] ?? ''}
          aria-label={intl.formatMessage({ id: 'action.close' })}
          onClick={() => {
            close()
            requestAnimationFrame(() => opener.current?.focus())
          }}
        >
          <IconX size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      </search>
      <ActionIcon
        ref={opener}
        className={styles['opener'] ?? ''}
        aria-label={intl.formatMessage({ id: 'search.open' })}
        onClick={open}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}
