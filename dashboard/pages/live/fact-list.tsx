import type { Fact } from '@recado/contract/dashboard/fact'
import { useState } from 'preact/hooks'
import { PLACEHOLDERS, Placeholder } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { factSentence } from '../../text/fact-sentence.ts'
import { FactDetails } from './fact-details.tsx'
import type { Item } from './feed.ts'

/** Facts, each a sentence that unfolds to its details. */
export function FactList({ items }: { items: readonly Item[] }) {
  return (
    <ol class="fact-list">
      {items.map((item) =>
        item.kind === 'gap' ? (
          <li key={`gap ${item.to}`} class="notice warn">
            {text().live.gap}{' '}
            <span class="muted small">
              {item.from} – {item.to}
            </span>
          </li>
        ) : (
          <FactRow key={item.event_id} fact={item} />
        ),
      )}
    </ol>
  )
}

/** A placeholder while facts load. */
export function FactPlaceholders() {
  return (
    <ol class="fact-list">
      {Array.from({ length: PLACEHOLDERS }, (_, n) => (
        <li key={n}>
          <div class="fact-head">
            <Placeholder kind="small" />
            <Placeholder kind="cut" />
            <Placeholder kind="small" />
          </div>
        </li>
      ))}
    </ol>
  )
}

function FactRow({ fact }: { fact: Fact }) {
  const [isOpen, setOpen] = useState(false)
  const categories: Readonly<Record<string, string>> = text().categories
  const category = fact.stream.slice(0, fact.stream.indexOf('-'))
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="fact-head">
          <Time at={fact.at} />
          <span class="cut">{factSentence(fact)}</span>
          <span class="muted small">{categories[category] ?? category}</span>
        </summary>
        {isOpen ? <FactDetails fact={fact} isLinked /> : null}
      </details>
    </li>
  )
}
