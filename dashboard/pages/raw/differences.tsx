import type { Translation } from '@recado/contract/dashboard/translation'
import { text } from '../../text/choose.ts'

/** Everything that differs or cannot be proved, with links to the places. */
export function Differences({ of: { differences, raw: event } }: { of: Translation }) {
  const { raw } = text()
  if (differences.length === 0) return <p class="notice good">{raw.same}</p>
  return (
    <ul class="plain" aria-label={raw.differences}>
      {differences.map(({ what, verdict, intent, event_id, detail }, n) => (
        <li key={n} class={verdict === 'difference' ? 'notice bad' : 'notice warn'}>
          <strong>{kindText(what)}</strong> {detail}{' '}
          {event_id !== event.event_id ? (
            <a href={`#${event_id}`}>{raw.toFact}</a>
          ) : intent === null ? null : (
            <a href={`#intent-${intent}`}>{raw.toIntent}</a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The kind of a difference in the user's language. */
export function kindText(what: string): string {
  const words: Readonly<Record<string, string>> = text().raw.what
  return words[what] ?? what
}
