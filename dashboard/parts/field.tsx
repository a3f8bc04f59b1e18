import { useEffect, useId, useRef } from 'preact/hooks'

type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete?: string
  readonly hint?: string
  readonly error?: string | null
  readonly autofocus?: boolean
}

/** A labelled input with a hint or an error. */
export function Field(props: FieldProps) {
  const { label, hint, error } = props
  const id = useId()
  const note = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Input {...props} id={id} describedBy={note === undefined ? undefined : `${id}-note`} />
      {note === undefined ? null : (
        <p
          id={`${id}-note`}
          class={error ? 'error' : 'muted small'}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}

type InputProps = FieldProps & { readonly id: string; readonly describedBy: string | undefined }

function Input({
  type,
  value,
  onInput,
  error,
  autofocus,
  autocomplete,
  id,
  describedBy,
}: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autofocus) input.current?.focus()
  }, [])
  const attributes = {
    id,
    value,
    ref: input,
    spellcheck: false,
    autocomplete: autocomplete ?? 'off',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      onInput(event.currentTarget.value),
  }
  if (type === 'password') return <input type="password" {...attributes} />
  if (type === 'email') return <input type="email" {...attributes} />
  return <input type="text" {...attributes} />
}

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
  /** About what is chosen: a select cuts off what does not fit its width. */
  readonly hint?: string
  /** Whether the page names it already, so that only screen readers need the label. */
  readonly isNamed?: boolean
  readonly onChange: (value: Value) => void
}

/** A labelled select. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, hint, isNamed = false, onChange } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={isNamed ? 'hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([one]) => one === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen[0])
        }}
      >
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <p id={`${id}-note`} class="muted small">
          {hint}
        </p>
      )}
    </div>
  )
}
