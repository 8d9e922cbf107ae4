import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

const numberOf = (text: string): number | undefined => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(number) ? undefined : number
}

type Props = {
  label: string
  /** The label is for listeners only: the place of the field says it to whoever sees it. */
  isNamedByPlace?: boolean
  value: number | undefined
  onChange: (value: number | undefined) => void
  error?: ReactNode
}

/** A latitude or longitude: what is being typed stands as it was typed, until one leaves the field. */
export function DegreesInput({ label, isNamedByPlace = false, value, onChange, error }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const kept = value === undefined ? '' : String(value)
  return (
    <TextInput
      {...(isNamedByPlace ? { 'aria-label': label } : { label })}
      dir="ltr"
      value={typed ?? kept}
      error={error}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(numberOf(currentTarget.value))
      }}
    />
  )
}
