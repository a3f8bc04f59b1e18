import { useEffect, useId, useState } from 'preact/hooks'

type SearchFieldProps = {
  readonly label: string
  readonly hint: string
  /** The current search. */
  readonly value: string
  readonly onSearch: (value: string) => void
}

/** A search field; Enter searches. */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <div class="field">
        <label for={id}>{label}</label>
        <input
          {...{ id, placeholder: hint, value: typed, type: 'search', spellcheck: false }}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </form>
  )
}
