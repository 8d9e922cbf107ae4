import { Autocomplete, Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import styles from './BookmarkBar.module.css'
import type { Bookmarking } from './use-bookmarking.ts'

type Props = {
  bookmarking: Bookmarking
  choices: readonly string[]
  /** The newest reading; null when there is none. */
  newest: Date | null
}

export function BookmarkBar({ bookmarking, choices, newest }: Props) {
  const { label, error, setText, stop, place } = bookmarking
  if (label === null) return null
  return (
    <form
      className={styles['bar']}
      onSubmit={(event) => {
        event.preventDefault()
        if (newest) place(newest, null)
      }}
    >
      <Autocomplete
        className={styles['what'] ?? ''}
        label={<FormattedMessage id="bookmark.what" />}
        description={<FormattedMessage id="bookmark.where" />}
        data={[...new Set(choices)]}
        value={label}
        onChange={setText}
        error={error}
        onKeyDown={({ key }) => {
          if (key === 'Escape') stop()
        }}
        maxLength={100}
        size="md"
        data-autofocus
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        selectFirstOptionOnChange={false}
        filter={({ options }) => options}
      />
      {newest ? (
        <Button type="submit" variant="default">
          <FormattedMessage id="bookmark.newest" />
        </Button>
      ) : null}
      <Button variant="subtle" onClick={stop}>
        <FormattedMessage id="action.cancel" />
      </Button>
    </form>
  )
}
