import { Field } from './field.tsx'

type PasswordFieldProps = {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** Password managers offer the stored password, or a new one. */
  readonly kind: 'current' | 'new'
  readonly hint?: string
  readonly autofocus?: boolean
}

/** A field for a password, which it hides. */
export function PasswordField({ kind, ...field }: PasswordFieldProps) {
  return <Field {...field} type="password" autocomplete={`${kind}-password`} />
}
