import { useNumbers } from '../api/names.ts'
import { nameOf } from '../pages/connections/name-of.ts'
import { text } from '../text/choose.ts'
import { Choice } from './field.tsx'

type NumberChoiceProps = {
  /** A number's id; empty for all. */
  readonly value: string
  readonly onChange: (id: string) => void
}

/** One of the account's numbers, or all of them. */
export function NumberChoice({ value, onChange }: NumberChoiceProps) {
  const { numbers, messages } = text()
  const own = useNumbers().map((one) => [one.id, nameOf(one)] as const)
  return (
    <Choice
      label={numbers.one}
      value={value}
      choices={[['', messages.allOfThem] as const, ...own]}
      onChange={onChange}
    />
  )
}
