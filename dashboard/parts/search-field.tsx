import { useEffect, useId, useState } from 'preact/hooks'

type SearchFieldProps = {
  readonly label: string
  readonly hint: string
  /** What is searched for now. */
  readonly value: string
  readonly onSearch: (value: string) => void
}

/** A word to search for: Enter searches. */
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
