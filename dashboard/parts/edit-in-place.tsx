import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { may } from '../api/session.ts'
import { text } from '../text/choose.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

type Props = {
  readonly label: string
  readonly value: string
  /** What the field expects. */
  readonly hint?: string
  /** Whether it is a text of several lines. */
  readonly isLong?: boolean
  /** An ApiError that it throws is shown below the field, which stays open. */
  readonly onSave: (value: string) => Promise<void>
}

/** A value that can be changed where it stands by those who may write; others only see it. */
export function EditInPlace({ label, value, hint, isLong = false, onSave }: Props) {
  /** Null while nobody edits: what others change meanwhile is shown then. */
  const [draft, setDraft] = useState<string | null>(null)
  const { act } = text()
  if (draft === null)
    return (
      <span class="edited">
        <span class="break">{value === '' ? '–' : value}</span>
        {may('write') ? (
          <button
            type="button"
            class="quiet"
            aria-label={act.editOne(label)}
            onClick={() => setDraft(value)}
          >
            {act.edit}
          </button>
        ) : null}
      </span>
    )
  const save = async () => {
    await onSave(draft)
    setDraft(null)
  }
  return (
    <Form submit={act.save} onSubmit={save} onCancel={() => setDraft(null)}>
      {isLong ? (
        <LongField label={label} value={draft} onInput={setDraft} />
      ) : (
        <Field autofocus label={label} value={draft} onInput={setDraft} {...(hint && { hint })} />
      )}
    </Form>
  )
}

type LongFieldProps = Pick<Props, 'label' | 'value'> & { readonly onInput: (value: string) => void }

function LongField({ label, value, onInput }: LongFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        rows={4}
        dir="auto"
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  )
}
