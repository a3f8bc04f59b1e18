import type { Translation } from '@recado/contract/dashboard/translation'
import { Folded } from '../../parts/folded.tsx'
import { text } from '../../text/choose.ts'
import { kindText } from './differences.tsx'

/** The intents that the current translation reads from the bytes. */
export function Intents({
  of: { intents, differences, translation_version },
}: {
  of: Translation
}) {
  const { raw } = text()
  const kinds: Readonly<Record<string, string>> = raw.kinds
  return (
    <section>
      <h2>
        {raw.today} <span class="muted small">{raw.reading(translation_version)}</span>
      </h2>
      {intents.length === 0 ? <p class="muted">{raw.saysNothing}</p> : null}
      {intents.map(({ index, kind, data }) => {
        const own = differences.filter(
          ({ intent, verdict }) => intent === index && verdict === 'difference',
        )
        return (
          <article
            key={index}
            id={`intent-${index}`}
            class={own.length > 0 ? 'card reason' : 'card'}
          >
            <strong>{kinds[kind] ?? kind}</strong>
            {own.map(({ what, event_id }) => (
              <p class="error small" key={`${what} ${event_id}`}>
                {kindText(what)}
              </p>
            ))}
            <Folded label={text().trace.details} value={data} isOpen={intents.length <= 3} />
          </article>
        )
      })}
    </section>
  )
}
