import { useId } from 'preact/hooks'

/** A field for a moment in the user's time zone. @param props.value ISO 8601, or empty */
export function MomentField(props: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div class="field moment">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="datetime-local"
        value={toLocal(props.value)}
        onChange={(event) => props.onChange(toIso(event.currentTarget.value))}
      />
    </div>
  )
}

function toIso(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

function toLocal(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
